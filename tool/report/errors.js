// What goes wrong is said on the page, too: few people look at the console.
window.addEventListener('error', (event) => {
  const alert = document.getElementById('alert');
  alert.textContent = `This page is not complete: ${event.message}`;
  alert.hidden = false;
});
