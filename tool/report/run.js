// Totals, maxima, and what the run was given.

function subtitle() {
  const {depth, filter, at} = data.command;
  const paths = data.inputs.map((input) => input.path);
  const files = paths.length > 5 ? [...paths.slice(0, 4), `${paths.length - 4} more files`] : paths;
  return [
    `${files.join(', ')}:`,
    filter === null ? '' : `what matches ${filter},`,
    depth === 0 ? 'the positions themselves;' : depth === null ? 'depths as the suites say,' : `depth ${depth},`,
    depth === 0 ? '' : at === 'leaves' ? 'leaves;' : 'all nodes;',
    `threatperft ${data.tool.version}`,
  ].filter((part) => part !== '').join(' ');
}

function showTotals() {
  const {totals} = data;
  const badLines = sum(data.inputs.map((input) => input.bad_lines));
  const facts = [
    ['positions counted (nodes)', whole(totals.nodes)],
    ['threats', whole(totals.threats)],
    ['signature', totals.signature],
    ['roots', whole(totals.roots)],
    ['roots skipped as too large', whole(totals.skipped_roots), totals.skipped_roots !== 0],
    ['moves', whole(totals.moves)],
    ['features seen', `${whole(totals.features_seen)} of ${whole(totals.features)}`],
    ['active in a position, mean', decimal(data.active.mean)],
    ['active in a position, most', whole(data.active.maximum)],
    ['bad lines left out', whole(badLines), badLines !== 0n],
    ['roots of an earlier line', `${data.duplicates.complete ? '' : 'at least '}${whole(data.duplicates.count)}`,
     BigInt(data.duplicates.count) !== 0n || !data.duplicates.complete],
  ];
  place('totals').append(...facts.filter(([, , isShown = true]) => isShown).map(([name, value]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value))));
  place('subtitle').textContent = subtitle();
}

function showMaxima() {
  showTable('maxima-table', {
    caption: 'Where the most was reached',
    columns: [
      {title: 'of', isHeader: true, value: (row) => row.of},
      {title: 'value', value: (row) => row.value},
      {title: 'position', isText: true, class: 'text fen', value: (row) => row.fen},
      {title: 'move', isText: true, value: (row) => row.move ?? ''},
    ],
    rows: data.maxima,
  });
}

function showSettings() {
  const text = (value) => (value === null ? 'not given' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  const settings = [...Object.entries(data.command), ...Object.entries(data.tool).map(([key, value]) => [`tool ${key}`, value])];
  showTable('settings-table', {
    caption: 'Settings that the numbers depend on',
    columns: [
      {title: 'setting', isHeader: true, value: ([key]) => key.replaceAll('_', ' ')},
      {title: 'value', isText: true, class: 'text broken', value: ([, value]) => text(value)},
    ],
    rows: settings,
  });
}

function showInputs() {
  showTable('input-table', {
    caption: 'Files',
    columns: [
      {title: 'path', isHeader: true, class: 'broken', value: (row) => row.path},
      {title: 'positions', value: (row) => BigInt(row.positions), text: (row) => whole(row.positions)},
      {title: 'bad lines', value: (row) => BigInt(row.bad_lines), text: (row) => whole(row.bad_lines)},
      {title: 'SHA-256', isText: true, class: 'text broken', value: (row) => row.sha256},
    ],
    rows: data.inputs,
  });
}

/** Lines that were left out, and those that repeat an earlier one: the first hundred. */
function showLeftOut() {
  const parent = place('left-out');
  const add = (title, id) => parent.append(element('h3', {}, title), element('div', {class: 'scroll', id}));
  if (data.bad_lines.length > 0) {
    add('Bad lines', 'bad-lines');
    showTable('bad-lines', {
      caption: 'The first lines that were left out',
      columns: [
        {title: 'file', isText: true, class: 'text broken', value: (row) => row.file},
        {title: 'line', value: (row) => row.line},
        {title: 'field', isText: true, value: (row) => String(row.field)},
        {title: 'found', isText: true, class: 'text broken', value: (row) => String(row.found)},
        {title: 'expected', isText: true, class: 'text broken', value: (row) => String(row.expected)},
      ],
      rows: data.bad_lines,
    });
  }
  if (data.duplicates.lines.length > 0) {
    add('Positions that an earlier line has', 'duplicate-lines');
    showTable('duplicate-lines', {
      caption: `The first of ${whole(data.duplicates.count)}`,
      columns: [
        {title: 'file', isText: true, class: 'text broken', value: (row) => row.file},
        {title: 'line', value: (row) => row.line},
        {title: 'first in', isText: true, class: 'text broken', value: (row) => row.first_file},
        {title: 'line', value: (row) => row.first_line},
      ],
      rows: data.duplicates.lines,
      limit: 20,
    });
  }
}

function setUpRun() {
  showTotals();
  showMaxima();
  showSettings();
  showInputs();
  showLeftOut();
}
