// Tables that a click on a column's title sorts.

/** How values compare: numbers by size, text by the alphabet; what is missing comes last. */
function compare(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (typeof a === 'string') return a.localeCompare(b, 'en', {numeric: true});
  return a < b ? -1 : Number(a > b);
}

/**
 * Shows rows in the element `id`. A column has a `title`, and `value(row)` to sort by; `text(row)` is what is shown, if
 * it differs. Of more than `limit` rows the first in the present order are shown.
 */
function showTable(id, {caption, columns, rows, sorted = null, descending = true, limit = Infinity}) {
  const headers = element('tr');
  const body = element('tbody');
  const note = element('span');
  let order = rows;

  const fill = () => {
    body.replaceChildren(...order.slice(0, limit).map((row) => element('tr', {}, ...columns.map((column) => {
      const text = column.text ? column.text(row) : column.value(row);
      const attributes = {class: column.class ?? (column.isText ? 'text' : null)};
      return column.isHeader ? element('th', {...attributes, scope: 'row'}, text) : element('td', attributes, String(text));
    }))));
    note.textContent = rows.length > limit ? `${caption}: ${whole(limit)} of ${whole(rows.length)}` : caption;
  };

  const sortBy = (column, downwards) => {
    order = [...rows].sort((a, b) => compare(column.value(a), column.value(b)) * (downwards ? -1 : 1));
    [...headers.children].forEach((cell, i) => {
      if (columns[i] === column) {
        cell.setAttribute('aria-sort', downwards ? 'descending' : 'ascending');
      } else {
        cell.removeAttribute('aria-sort');
      }
    });
    fill();
  };

  for (const column of columns) {
    const cell = element('th', {scope: 'col', class: column.isText || column.isHeader ? 'text' : null});
    const button = element('button', {type: 'button'}, column.title);
    button.addEventListener('click', () => {
      const present = cell.getAttribute('aria-sort');
      sortBy(column, present ? present === 'ascending' : !(column.isText || column.isHeader));
    });
    cell.append(button);
    headers.append(cell);
  }
  if (sorted === null) fill(); else sortBy(columns[sorted], descending);
  place(id).replaceChildren(element('table', {}, element('caption', {}, note), element('thead', {}, headers), body));
}

/** A table whose rows are quantities, one column for each thing that is compared; nothing to sort. */
function showComparison(id, {caption, titles, rows}) {
  place(id).replaceChildren(element('table', {class: 'comparison'}, element('caption', {}, element('span', {}, caption)),
      element('thead', {}, element('tr', {}, element('td'), ...titles.map((title) => element('th', {scope: 'col'}, title)))),
      element('tbody', {}, ...rows.map(([name, ...cells]) =>
          element('tr', {}, element('th', {scope: 'row'}, name), ...cells.map((cell) => element('td', {}, cell)))))));
}

/** The columns that describe a distribution; `of(row)` is it, or null. */
function distributionColumns(of) {
  const column = (title, key, text = String) => ({
    title,
    value: (row) => of(row)?.[key] ?? null,
    text: (row) => (of(row) ? text(of(row)[key]) : '–'),
  });
  return [
    column('mean', 'mean', (value) => decimal(value)),
    column('s.d.', 'standard_deviation', (value) => decimal(value)),
    column('least', 'minimum'),
    column('median', 'median'),
    column('99 %', 'percentile_99'),
    column('99.9 %', 'percentile_99_9'),
    column('most', 'maximum'),
  ];
}
