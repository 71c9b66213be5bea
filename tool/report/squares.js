// Features one by one: boards of their squares, and a table.

/** All raw features that occur. */
function decodeFeatures() {
  const reach = data.reach.flatMap(({attacker, squares}) =>
      squares.map((pair) => ({attacker, from: pair >> 6, to: pair & 63})));
  let index = 0;
  return data.features.distances.map((distance, i) => {
    index += distance;
    const pair = reach[Math.floor(index / 12)];
    return {...pair, victim: pieceAt(index % 12), index, count: BigInt(data.features.counts[i])};
  });
}

/** A board with a share on each square, one of them `marked` or -1; `chosen(square)` where squares can be chosen. */
function showBoard(id, counts, label, marked, chosen) {
  const all = sum(counts);
  const share = (square) => ratio(counts[square], all);
  const scale = heatScale(d3.max(counts.map((_, square) => share(square))));
  const top = counts.map((_, square) => square).filter((square) => counts[square] > 0n)
      .sort((a, b) => compare(counts[b], counts[a])).slice(0, 3)
      .map((square) => `${squareName(square)} ${percent(counts[square], all, 1)} %`);
  const corner = (square) => [20 + 50 * (square % 8), 2 + 50 * (7 - Math.floor(square / 8))];
  const svg = d3.select(place(id)).html('').append('svg').attr('viewBox', '0 0 424 424').attr('role', 'img')
      .attr('aria-label', `${label}; most often ${top.join(', ') || 'never'}`);
  const cells = svg.selectAll('g').data(d3.range(64)).enter().append('g')
      .attr('transform', (square) => `translate(${corner(square)})`);
  cells.append('title').text((square) => `${squareName(square)}: ${whole(counts[square])}`);
  cells.append('rect').attr({width: 50, height: 50}).style('fill', (square) => scale(share(square)));
  cells.append('text').attr({x: 25, y: 30}).style('fill', (square) => inkOn(scale(share(square))))
      .text((square) => (counts[square] === 0n ? '' : percent(counts[square], all, 1)));
  if (marked >= 0) {
    svg.append('rect').attr({class: 'mark', x: corner(marked)[0], y: corner(marked)[1], width: 50, height: 50});
  }
  if (chosen) cells.style('cursor', 'pointer').on('click', chosen);
  const ranks = svg.append('g').attr('class', 'label').selectAll('text').data(d3.range(8));
  ranks.enter().append('text').attr({x: 9, y: (rank) => 32 + 50 * (7 - rank)}).text((rank) => rank + 1);
  const files = svg.append('g').attr('class', 'label').selectAll('text').data([...'abcdefgh']);
  files.enter().append('text').attr({x: (_, file) => 45 + 50 * file, y: 418}).text(String);
}

function showFeatures(features) {
  const positions = data.totals.nodes;
  showTable('feature-table', {
    caption: 'Features',
    columns: [
      {title: 'attacker', isText: true, value: (row) => row.attacker},
      {title: 'from', isText: true, value: (row) => squareName(row.from)},
      {title: 'victim', isText: true, value: (row) => row.victim},
      {title: 'on', isText: true, value: (row) => squareName(row.to)},
      {title: 'raw index', value: (row) => row.index, text: (row) => whole(row.index)},
      {title: 'positions', value: (row) => row.count, text: (row) => whole(row.count)},
      {title: '% of all', value: (row) => row.count, text: (row) => percent(row.count, positions, 3)},
    ],
    rows: features,
    sorted: 5,
    limit: 25,
  });
}

/** Fills the section. Returns {redraw, choose({attacker, victim})}. */
function setUpSquares() {
  const features = decodeFeatures();
  const pieces = ['any piece', ...kPieces.map((piece) => `${piece} (${pieceName(piece)})`)];
  const letter = (choice) => kPieces[choice.chosen - 1];
  const matches = (choice, piece) => choice.chosen === 0 || letter(choice) === piece;
  const name = (choice) => (choice.chosen === 0 ? 'any piece' : `a ${pieceName(letter(choice))}`);

  const update = () => {
    const ofPair = features.filter((each) => matches(attacker, each.attacker) && matches(victim, each.victim));
    const square = from.chosen - 1;
    const ofSquare = square < 0 ? ofPair : ofPair.filter((each) => each.from === square);
    const fromCounts = new Array(64).fill(0n);
    const toCounts = new Array(64).fill(0n);
    for (const each of ofPair) fromCounts[each.from] += each.count;
    for (const each of ofSquare) toCounts[each.to] += each.count;
    const pair = `${name(attacker)} attacks ${name(victim)}`;
    const fromWhere = square < 0 ? '' : ` from ${squareName(square)}`;
    showBoard('from-board', fromCounts, `Squares from which ${pair}, in percent`, square, (chosen) => {
      from.chosen = chosen === square ? 0 : chosen + 1;
      update();
    });
    showBoard('to-board', toCounts, `Squares on which ${pair}${fromWhere}, in percent`, -1, null);
    showFeatures(ofSquare);
    place('square-note').textContent = `In percent of the ${whole(sum(toCounts))} threats by which ${pair}${fromWhere}; ` +
        'a click on an attacker’s square shows what is attacked from there.';
  };
  const attacker = addChoice('square-controls', 'Attacker', pieces, update);
  const victim = addChoice('square-controls', 'Victim', pieces, update);
  const from = addChoice('square-controls', 'Attacker’s square',
                         ['any square', ...d3.range(64).map(squareName)], update);
  update();
  return {
    redraw: update,
    choose: (pair) => {
      attacker.chosen = kPieces.indexOf(pair.attacker) + 1;
      victim.chosen = kPieces.indexOf(pair.victim) + 1;
      from.chosen = 0;
      update();
      place('squares').scrollIntoView();
    },
  };
}
