// Threats active in a position, and what moves change.

const kScales = ['linear', 'logarithmic'];

function setUpActive() {
  const groups = pieceGroups();
  const update = () => {
    const {entries, text} = groups[group.chosen];
    const histogram = sumOfHistograms(entries.map((entry) => entry.histogram));
    showHistogram('active-chart', {
      label: `Histogram of the threats active in a position, ${text}`,
      title: 'threats active',
      ofWhat: 'positions',
      histogram,
      isLogarithmic: scale.chosen === 1,
    });
    showTable('active-table', {
      caption: 'Threats active in a position',
      columns: [
        {title: 'positions', isHeader: true, value: () => text},
        {title: 'count', value: (row) => row.count, text: (row) => whole(row.count)},
        ...distributionColumns((row) => row),
      ],
      rows: [distributionOf(histogram)].filter((row) => row !== null),
    });
  };
  const group = addChoice('active-controls', 'Positions', groups.map((each) => each.text), update);
  const scale = addChoice('active-controls', 'Scale', kScales, update);
  update();
}

function showByPieces() {
  const entries = data.by_pieces;
  showTable('pieces-table', {
    caption: 'Threats active, by the number of pieces',
    columns: [
      {title: 'pieces', isHeader: true, value: (row) => row.pieces, text: (row) => String(row.pieces)},
      {title: 'positions', value: (row) => BigInt(row.positions), text: (row) => whole(row.positions)},
      ...distributionColumns((row) => row.active),
    ],
    rows: entries,
    sorted: 0,
  });
  if (entries.length < 2) return;
  const lines = [['mean', 'mean'], ['99 %', 'percentile_99'], ['most', 'maximum']];
  showChart('pieces-chart', 'Threats active in a position by the number of pieces: mean, 99th percentile, maximum', () => ({
    type: 'line',
    data: {datasets: lines.map(([name, key], i) => ({
      label: name,
      data: entries.map((entry) => ({x: entry.pieces, y: entry.active[key]})),
      ...seriesStyle(i),
      pointRadius: 2,
    }))},
    options: {
      scales: {
        x: {
          type: 'linear',
          title: {display: true, text: 'pieces on the board'},
          ticks: {precision: 0},
          grid: {display: false},
          afterBuildTicks: (axis) => { axis.ticks = integerTicks(axis.min, axis.max); },
        },
        y: {beginAtZero: true, title: {display: true, text: 'threats active'}},
      },
      plugins: {tooltip: {callbacks: {title: (items) => (items.length ? `${items[0].parsed.x} pieces` : '')}}},
    },
  }));
}

/** Histograms of moves of the given classes. `net` begins at `-kLongest`. */
const kLongest = 64;

function moveHistograms(classes) {
  const histograms = {added: [], removed: [], changed: [], net: [], redundant: []};
  const add = (histogram, value, count) => { histogram[value] += count; };
  for (const name of Object.keys(histograms)) histograms[name] = new Array(2 * kLongest + 1).fill(0n);
  for (const each of classes) {
    let moves = 0n;
    for (const [added, removed, cell] of each.cells) {
      const count = BigInt(cell);
      moves += count;
      add(histograms.added, added, count);
      add(histograms.removed, removed, count);
      add(histograms.changed, added + removed, count);
      add(histograms.net, added - removed + kLongest, count);
    }
    each.redundant.forEach((count, value) => { if (value > 0) add(histograms.redundant, value, BigInt(count)); });
    add(histograms.redundant, 0, moves - sum(each.redundant.slice(1)));
  }
  return histograms;
}

const kQuantities = ['added', 'removed', 'changed', 'redundant', 'net'];

function setUpMoves() {
  const kinds = [...new Set(data.move_classes.map((each) => each.kind))];
  const types = kTypes.filter((type) => data.move_classes.some((each) => each.moved === type));
  const update = () => {
    const classes = data.move_classes.filter((each) =>
        (kind.chosen === 0 || each.kind === kinds[kind.chosen - 1]) &&
        (type.chosen === 0 || each.moved === types[type.chosen - 1]) &&
        (side.chosen === 0 || each.color === kSides[side.chosen]));
    const histograms = moveHistograms(classes);
    const name = kQuantities[quantity.chosen];
    const firstOf = (each) => (each === 'net' ? -kLongest : 0);
    showHistogram('move-chart', {
      label: `Histogram of the threats that a move changes: ${name}`,
      title: name === 'net' ? 'threats added less removed' : `threats ${name}`,
      ofWhat: 'moves',
      histogram: histograms[name],
      first: firstOf(name),
      isLogarithmic: scale.chosen === 1,
    });
    showTable('move-table', {
      caption: `Threats that a move changes, of ${whole(sum(histograms.added))} moves`,
      columns: [
        {title: 'threats', isHeader: true, value: (row) => row.name},
        ...distributionColumns((row) => row.about),
      ],
      rows: kQuantities.map((each) => ({name: each, about: distributionOf(histograms[each], firstOf(each))})),
    });
  };
  const kSides = ['either side', 'white', 'black'];
  const quantity = addChoice('move-controls', 'Threats', kQuantities, update);
  const kind = addChoice('move-controls', 'Kind', ['any kind', ...kinds], update);
  const type = addChoice('move-controls', 'Moving piece', ['any piece', ...types], update);
  const side = addChoice('move-controls', 'Side', kSides, update);
  const scale = addChoice('move-controls', 'Scale', kScales, update);
  update();
}

function showKinds() {
  const moves = data.totals.moves;
  const mean = (title, key, digits) =>
      ({title, value: (row) => row[key].mean, text: (row) => decimal(row[key].mean, digits)});
  const most = (title, key) => ({title, value: (row) => row[key].maximum, text: (row) => String(row[key].maximum)});
  showTable('kind-table', {
    caption: 'Means and maxima by kind of move and moving piece',
    columns: [
      {title: 'move', isHeader: true, value: (row) => `${row.moved} ${row.kind}`},
      {title: 'moves', value: (row) => BigInt(row.moves), text: (row) => whole(row.moves)},
      {title: '%', value: (row) => BigInt(row.moves), text: (row) => percent(row.moves, moves)},
      mean('added', 'added'),
      mean('removed', 'removed'),
      mean('redundant', 'redundant', 3),
      mean('net', 'net'),
      most('most added', 'added'),
      most('most removed', 'removed'),
      most('most changed', 'changed'),
    ],
    rows: data.moves_by_kind,
    sorted: 1,
  });
}

function setUpDistributions() {
  setUpActive();
  showByPieces();
  if (data.move_classes.length === 0) {
    for (const id of ['move-chart', 'kind-table']) showNothing(id, 'No moves were counted.');
    return;
  }
  setUpMoves();
  showKinds();
}
