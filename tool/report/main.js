// Fills the page, and draws again what has colours of its own when the colours change.

setUpCharts();
setUpRun();
const squares = setUpSquares();
const redrawPairs = setUpPairs((pair) => squares.choose(pair));
setUpDistributions();
setUpCoverage();
setUpLayouts();

function redrawAll() {
  redrawPairs();
  squares.redraw();
  redrawCharts();
}

function onPaper(isOnPaper) {
  document.documentElement.toggleAttribute('data-paper', isOnPaper);
  redrawAll();
}

window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
window.addEventListener('beforeprint', () => onPaper(true));
window.addEventListener('afterprint', () => onPaper(false));

document.documentElement.dataset.rendered = 'yes';
