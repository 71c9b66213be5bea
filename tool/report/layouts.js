// Coverage, and layouts beside each other.

const kStatuses = [
  ['seen', 'seen'],
  ['unseen', 'never seen'],
  ['unreachable', 'unreachable: never seen, and by no game'],
  ['impossible', 'impossible'],
  ['dropped', 'dropped: the pair has the other direction'],
];

function setUpCoverage() {
  const curves = data.curves.filter((curve) => curve.points.length > 0);
  const update = () => {
    showChart('coverage-chart', 'Share of all activations by the number of features, the most frequent first', () => ({
      type: 'line',
      data: {datasets: curves.map((curve, i) => ({
        label: curve.name,
        data: curve.points.map(([x, y]) => ({x, y})),
        ...seriesStyle(i),
      }))},
      options: {
        interaction: {mode: 'nearest', intersect: false, axis: 'x'},
        scales: {
          x: {
            type: scale.chosen === 0 ? 'logarithmic' : 'linear',
            title: {display: true, text: 'features, the most frequent first'},
            ticks: {maxRotation: 0, callback: (value) => (scale.chosen !== 0 || isPowerOfTen(value) ? whole(value) : null)},
          },
          y: {min: 0, max: 1, title: {display: true, text: 'share of activations'}, ticks: {callback: percentLabel}},
        },
        plugins: {tooltip: {callbacks: {
          title: () => '',
          label: (item) => `${item.dataset.label}: ${whole(item.parsed.x)} features, ${decimal(100 * item.parsed.y, 3)} %`,
        }}},
      },
    }));
  };
  const scale = addChoice('coverage-controls', 'Scale', ['logarithmic', 'linear'], update);
  update();
  const shares = Object.keys(data.coverage);
  const row = (name, size, coverage) => ({name, size, coverage});
  showTable('coverage-table', {
    caption: 'Features that make up so much of all activations',
    columns: [
      {title: 'features', isHeader: true, value: (each) => each.name},
      {title: 'size', value: (each) => each.size, text: (each) => whole(each.size)},
      ...shares.map((share) => ({
        title: `${share} %`,
        value: (each) => each.coverage[share],
        text: (each) => whole(each.coverage[share]),
      })),
    ],
    rows: [row('raw', data.totals.features, data.coverage),
           ...data.layouts.map((layout) => row(layout.name, layout.size, layout.coverage))],
  });
}

function isPowerOfTen(value) {
  return Number.isInteger(Math.log10(value));
}

function victimsText(definition) {
  return Object.entries(definition.victims).map(([attacker, victims]) => `${attacker}: ${[...victims].join(' ') || 'none'}`);
}

function layoutRows(layouts) {
  const moves = data.totals.moves;
  const perMove = (count) => (BigInt(moves) === 0n ? '–' : decimal(ratio(count, moves)));
  const distribution = (title, key) => [
    [`${title}, mean`, ...layouts.map((layout) => decimal(layout[key].mean))],
    [`${title}, 99 %`, ...layouts.map((layout) => whole(layout[key].percentile_99))],
    [`${title}, 99.9 %`, ...layouts.map((layout) => whole(layout[key].percentile_99_9))],
    [`${title}, most`, ...layouts.map((layout) => whole(layout[key].maximum))],
  ];
  return [
    ['indices', ...layouts.map((layout) => whole(layout.size))],
    ...kStatuses.map(([key, title]) => [title, ...layouts.map((layout) => whole(layout.indices[key]))]),
    ...distribution('active', 'active'),
    ...(BigInt(moves) === 0n ? [] : distribution('changed by a move', 'changed')),
    ['added by a move, mean', ...layouts.map((layout) => perMove(layout.added))],
    ['added by a move, most', ...layouts.map((layout) => whole(layout.most_added))],
    ['removed by a move, mean', ...layouts.map((layout) => perMove(layout.removed))],
    ['removed by a move, most', ...layouts.map((layout) => whole(layout.most_removed))],
    ['refreshes: kings crossing the middle', ...layouts.map((layout) => whole(layout.refreshes))],
    ['refreshes, % of moves', ...layouts.map((layout) => percent(layout.refreshes, moves, 3))],
    ...Object.keys(data.coverage).map((share) =>
        [`indices that cover ${share} %`, ...layouts.map((layout) => whole(layout.coverage[share]))]),
    ['attackers and the victims that count', ...layouts.map((layout) =>
        element('span', {class: 'lines'}, victimsText(layout.definition).join('\n')))],
  ];
}

function showIndices(layouts) {
  showChart('index-chart', 'Indices of each layout: seen, never seen, impossible, dropped', () => ({
    type: 'bar',
    data: {
      labels: ['raw', ...layouts.map((layout) => layout.name)],
      datasets: kStatuses.map(([key, title], i) => ({
        label: title.replace(/:.*/, ''),
        data: [data.raw_indices, ...layouts.map((layout) => layout.indices)].map((indices) => indices[key]),
        backgroundColor: color(`status-${i + 1}`),
        borderColor: color('ink'),
        borderWidth: 0.5,
      })),
    },
    options: {
      indexAxis: 'y',
      interaction: {mode: 'index', intersect: false, axis: 'y'},
      scales: {
        x: {stacked: true, title: {display: true, text: 'indices'}, ticks: {maxRotation: 0, maxTicksLimit: 6}},
        y: {stacked: true, grid: {display: false}},
      },
      plugins: {legend: kBoxes},
    },
  }));
}

function showReasons(layouts) {
  const lists = [data.raw_indices, ...layouts.map((layout) => layout.indices)].map((indices) => indices.reasons);
  const rows = Object.entries(data.reasons)
      .filter(([reason]) => lists.some((list) => reason in list))
      .map(([reason, sentence]) => [sentence, ...lists.map((list) => whole(list[reason] ?? 0))]);
  showComparison('reason-table', {
    caption: 'Why indices are impossible or out of reach',
    titles: ['raw', ...layouts.map((layout) => layout.name)],
    rows,
  });
}

function setUpLayoutCharts(layouts) {
  const hasMoves = data.move_classes.length > 0;
  const quantities = hasMoves ? ['active', 'changed'] : ['active'];
  const update = () => {
    const what = quantities[quantity.chosen];
    showHistograms('layout-chart', {
      label: `Histograms of the indices ${what}, for each layout`,
      title: what === 'active' ? 'indices active' : 'indices changed',
      ofWhat: what === 'active' ? 'positions' : 'moves',
      series: layouts.map((layout) => ({name: layout.name, histogram: layout[`${what}_histogram`].map(BigInt)})),
      isLogarithmic: scale.chosen === 1,
    });
  };
  const quantity = addChoice('layout-controls', 'Indices', quantities, update);
  const scale = addChoice('layout-controls', 'Scale', kScales, update);
  update();
}

function setUpActivations(layouts) {
  const roles = ['attacker', 'victim'];
  const update = () => {
    const role = roles[choice.chosen];
    showChart('activation-chart', `Share of each layout's activations by ${role}`, () => ({
      type: 'bar',
      data: {
        labels: kPieces,
        datasets: layouts.map((layout, i) => {
          const counts = layout.activations[role];
          const all = sum(Object.values(counts));
          return {
            label: layout.name,
            data: kPieces.map((piece) => ratio(counts[piece], all)),
            backgroundColor: seriesColor(i),
          };
        }),
      },
      options: {
        scales: {
          x: {title: {display: true, text: role}, grid: {display: false}},
          y: {title: {display: true, text: 'share of activations'}, ticks: {callback: percentLabel}},
        },
        plugins: {
          legend: kBoxes,
          tooltip: {callbacks: {label: (item) => `${item.dataset.label}: ${percentLabel(item.parsed.y)}`}},
        },
      },
    }));
  };
  const choice = addChoice('activation-controls', 'By', roles, update);
  update();
}

function setUpLayouts() {
  const {layouts} = data;
  showIndices(layouts);
  showReasons(layouts);
  if (layouts.length === 0) {
    for (const id of ['layout-table', 'layout-chart', 'activation-chart']) showNothing(id, 'No layout was asked for.');
    return;
  }
  showComparison('layout-table', {
    caption: 'In both perspectives, which have as many active indices',
    titles: layouts.map((layout) => layout.name),
    rows: layoutRows(layouts),
  });
  setUpLayoutCharts(layouts);
  setUpActivations(layouts);
}
