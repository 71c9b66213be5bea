// Appended to a page by report_page.py: uses everything that can be used, and looks at what was drawn.
'use strict';

{
  function require(condition, what) {
    if (!condition) throw new Error(`not so: ${what}`);
  }

  for (const select of document.querySelectorAll('select')) {
    require(select.labels.length === 1, 'every choice has a label');
    const step = Math.ceil(select.options.length / 8);  // of many choices some, among them the first
    for (const option of [...select.options].filter((_, i) => i % step === 0)) {
      select.value = option.value;
      select.dispatchEvent(new Event('change'));
    }
    select.value = '0';
    select.dispatchEvent(new Event('change'));
  }

  for (const table of [...document.querySelectorAll('table')]) {
    require(table.caption.textContent !== '', 'every table has a caption');
    for (const button of table.querySelectorAll('thead button')) {
      button.click();
      require(['ascending', 'descending'].includes(button.parentElement.ariaSort), 'a click sorts');
      const before = table.tBodies[0].rows.length;
      button.click();
      require(table.tBodies[0].rows.length === before, 'sorting keeps the rows');
    }
  }

  // Sorted by count, upwards and downwards.
  const kinds = document.querySelector('#kind-table table');
  if (kinds) {
    const counts = () => [...kinds.tBodies[0].rows].map((row) => Number(row.cells[1].textContent.replaceAll(',', '')));
    kinds.querySelectorAll('thead button')[1].click();
    const first = counts();
    require(first.every((count, i) => i === 0 || first[i - 1] >= count), 'the largest come first');
    kinds.querySelectorAll('thead button')[1].click();
    const second = counts();
    require(second.every((count, i) => i === 0 || second[i - 1] <= count), 'then the smallest');
  }

  // What the page computes is what the program has computed.
  const agree = (page, program, what) => {
    for (const [key, value] of Object.entries(program)) {
      require(Math.abs(Number(page[key]) - Number(value)) < 1e-9 * Math.max(1, Math.abs(value)), `${what}, ${key}`);
    }
  };
  const histograms = moveHistograms(data.move_classes);
  for (const quantity of kQuantities) {
    agree(distributionOf(histograms[quantity], quantity === 'net' ? -kLongest : 0), data.moves[quantity], quantity);
  }
  agree(distributionOf(sumOfHistograms(data.by_pieces.map((entry) => entry.histogram))), data.active, 'active');
  require(sum(decodeFeatures().map((feature) => feature.count)) === BigInt(data.totals.threats), 'all threats are features');

  // A pair of the matrix: pawns attack pawns.
  document.querySelector('#pair-matrix tbody td').dispatchEvent(new MouseEvent('click'));
  const choices = [...document.querySelectorAll('#square-controls select')];
  require(choices[0].selectedOptions[0].textContent === 'P (white pawn)', 'the attacker was chosen');
  require(choices[1].selectedOptions[0].textContent === 'P (white pawn)', 'the victim was chosen');
  const squares = document.querySelectorAll('#from-board g[transform]');
  require(squares.length === 64, 'a board has 64 squares');
  squares[12].dispatchEvent(new MouseEvent('click'));
  require(choices[2].selectedOptions[0].textContent === 'e2', 'the square was chosen');

  window.dispatchEvent(new Event('beforeprint'));
  require(document.documentElement.hasAttribute('data-paper'), 'paper is white');
  window.dispatchEvent(new Event('afterprint'));

  for (const canvas of document.querySelectorAll('canvas')) {
    const {data: pixels} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    require(pixels.some((value) => value !== 0), `${canvas.parentElement.id} is drawn`);
    require(canvas.ariaLabel, 'a chart has a name');
  }

  require(document.documentElement.scrollWidth <= window.innerWidth, 'the page is as wide as the window');
  require(document.getElementById('alert').hidden, 'no error is shown');
  document.documentElement.dataset.exercised = 'yes';
}
