// The matrix of attackers and victims, and sums of its rows and columns.

/** From the colour of paper to that of ink; small shares are kept apart by the root. */
function heatScale(largest) {
  const scale = d3.scale.pow().exponent(0.5).domain([0, largest || 1]).range([color('heat-none'), color('heat-full')])
      .interpolate(d3.interpolateLab).clamp(true);
  return (value) => (value > 0 ? scale(value) : color('paper'));
}

/** Black or white, whichever can be read on a background. */
function inkOn(background) {
  return d3.lab(background).l > 58 ? '#000' : '#fff';
}

const kPairMeasures = [
  {
    text: '% of all threats',
    note: 'Of all threats, how many are of this pair.',
    of: (cell) => ratio(cell.count, cell.all),
    show: (cell) => short(percent(cell.count, cell.all)),
  },
  {
    text: '% of the attacker’s threats',
    note: 'Of the threats of the row’s piece, how many are on the column’s.',
    of: (cell) => ratio(cell.count, cell.row),
    show: (cell) => percent(cell.count, cell.row, 1),
  },
  {
    text: 'mean number in a position',
    note: 'How many threats of this pair a position has.',
    of: (cell) => ratio(cell.count, cell.positions),
    show: (cell) => (cell.count === 0n ? '–' : short(perPosition(ratio(cell.count, cell.positions)))),
  },
];

/** A number that is to fit a cell of the matrix on a phone. */
function short(text) {
  return text.replace('<0', '<');
}

function perPosition(value) {
  return value < 0.005 ? '<0.01' : decimal(value);
}

/** By attacker, then victim, in the order of `kPieces`. */
function pairCells(entries) {
  const positions = sum(entries.map((entry) => entry.positions));
  const count = (attacker, victim) => sum(entries.map((entry) => entry.pairs[codeOf(attacker)][codeOf(victim)]));
  const rows = kPieces.map((attacker) => kPieces.map((victim) => ({attacker, victim, positions, count: count(attacker, victim)})));
  const all = sum(rows.flat().map((cell) => cell.count));
  for (const row of rows) {
    const total = sum(row.map((cell) => cell.count));
    for (const cell of row) Object.assign(cell, {row: total, all});
  }
  return rows;
}

function showMatrix(rows, measure, chosen) {
  const scale = heatScale(d3.max(rows.flat(), measure.of));
  const table = d3.select(element('table', {class: 'matrix'}));
  table.append('caption').append('span').text(`Attackers (rows) and victims (columns): ${measure.text}`);
  const head = table.append('thead').append('tr');
  head.append('td');
  head.selectAll('th').data(kPieces).enter().append('th').attr('scope', 'col').text(String)
      .append('span').attr('class', 'hidden').text((piece) => ` ${pieceName(piece)}`);
  const lines = table.append('tbody').selectAll('tr').data(rows).enter().append('tr');
  lines.append('th').attr('scope', 'row').text((row) => row[0].attacker)
      .append('span').attr('class', 'hidden').text((row) => ` ${pieceName(row[0].attacker)}`);
  lines.selectAll('td').data((row) => row).enter().append('td')
      .style('background-color', (cell) => scale(measure.of(cell)))
      .style('color', (cell) => inkOn(scale(measure.of(cell))))
      .attr('title', (cell) => `${pieceName(cell.attacker)} attacks ${pieceName(cell.victim)}: ${whole(cell.count)}, ` +
          `${percent(cell.count, cell.all)} % of all threats`)
      .text(measure.show)
      .on('click', chosen);
  place('pair-matrix').replaceChildren(table.node());
}

function showPieces(rows) {
  const all = rows[0][0].all;
  const {positions} = rows[0][0];
  const asAttacker = (piece) => rows[kPieces.indexOf(piece)][0].row;
  const asVictim = (piece) => sum(rows.map((row) => row[kPieces.indexOf(piece)].count));
  const columns = (title, count) => [
    {title: `${title}, %`, value: (piece) => ratio(count(piece), all), text: (piece) => percent(count(piece), all)},
    {title: 'in a position', value: (piece) => ratio(count(piece), positions),
     text: (piece) => (count(piece) === 0n ? '–' : perPosition(ratio(count(piece), positions)))},
    {title: 'count', value: count, text: (piece) => whole(count(piece))},
  ];
  showTable('piece-table', {
    caption: 'Threats by attacker and by victim',
    columns: [
      {title: 'piece', isHeader: true, value: (piece) => kPieces.indexOf(piece), text: (piece) => `${piece} ${pieceName(piece)}`},
      ...columns('attacker', asAttacker),
      ...columns('victim', asVictim),
    ],
    rows: kPieces,
  });
}

/** Fills the section; `chosen({attacker, victim})` is called for a click on a pair. Returns what draws it again. */
function setUpPairs(chosen) {
  const groups = pieceGroups();
  const update = () => {
    const rows = pairCells(groups[group.chosen].entries);
    showMatrix(rows, kPairMeasures[measure.chosen], chosen);
    showPieces(rows);
    place('pair-note').textContent = `${kPairMeasures[measure.chosen].note} ${whole(rows[0][0].all)} threats in ` +
        `${whole(rows[0][0].positions)} positions.`;
  };
  const measure = addChoice('pair-controls', 'Numbers', kPairMeasures.map((each) => each.text), update);
  const group = addChoice('pair-controls', 'Positions', groups.map((each) => each.text), update);
  update();
  return update;
}
