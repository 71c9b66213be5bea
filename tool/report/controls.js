// Elements and form controls.

/** An element with attributes; children are elements, or text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

function place(id) {
  return document.getElementById(id);
}

/** A labelled choice. `options` are texts; what is returned tells and sets the number of the chosen one. */
function addChoice(parent, label, options, changed) {
  const select = element('select', {}, ...options.map((text, i) => element('option', {value: i}, text)));
  select.addEventListener('change', () => changed());
  place(parent).append(element('label', {}, element('span', {}, label), select));
  return {
    get chosen() { return Number(select.value); },
    set chosen(number) { select.value = String(number); },
  };
}

function showNothing(id, text) {
  place(id).replaceChildren(element('p', {class: 'note'}, text));
}
