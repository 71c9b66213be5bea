// Charts by Chart.js, in the colours of the style sheet.

const drawn = new Map();  // by element: how to make the chart, and the chart

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function seriesColor(number) {
  return color(`series-${number % 6 + 1}`);
}

/** How the lines of a chart differ where colours do not tell, as on paper. */
function seriesStyle(number) {
  const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 6]];
  return {
    borderColor: seriesColor(number),
    backgroundColor: seriesColor(number),
    borderDash: dashes[number % dashes.length],
    borderWidth: 2,
    pointRadius: 0,
    pointHitRadius: 8,
  };
}

function redraw(id) {
  const entry = drawn.get(id);
  entry.chart?.destroy();
  Chart.defaults.color = color('ink');
  Chart.defaults.borderColor = color('line');
  const canvas = element('canvas', {role: 'img', 'aria-label': entry.label});
  place(id).replaceChildren(canvas);
  entry.chart = new Chart(canvas, entry.make());
}

/** Draws a chart into the element `id`; `make()` gives the configuration, and is called again for other colours. */
function showChart(id, label, make) {
  drawn.set(id, {label, make, chart: drawn.get(id)?.chart});
  redraw(id);
}

function forgetChart(id, text) {
  drawn.get(id)?.chart?.destroy();
  drawn.delete(id);
  showNothing(id, text);
}

function redrawCharts() {
  for (const id of drawn.keys()) redraw(id);
}

/** Points of a histogram from its first to its last value that occurs, as shares. */
function sharesOf(histogram, first = 0) {
  const about = distributionOf(histogram, first);
  if (about === null) return [];
  const points = [];
  for (let value = about.minimum; value <= about.maximum; ++value) {
    points.push({x: value, y: ratio(histogram[value - first] ?? 0n, about.count)});
  }
  return points;
}

/** The legend of charts with bars. */
const kBoxes = {labels: {boxWidth: 14, boxHeight: 12}};

/** The axes of a chart of shares by a number. */
function shareScales(title, ofWhat, isLogarithmic) {
  return {
    x: {type: 'linear', offset: false, title: {display: true, text: title}, ticks: {precision: 0}, grid: {display: false}},
    y: {
      type: isLogarithmic ? 'logarithmic' : 'linear',
      title: {display: true, text: `share of ${ofWhat}`},
      beginAtZero: true,
      afterDataLimits: (axis) => { axis.max = Math.min(axis.max, 1); },
      ticks: {callback: percentLabel, maxTicksLimit: 8},
    },
  };
}

function shareOptions(title, ofWhat, isLogarithmic, hasLegend) {
  return {
    scales: shareScales(title, ofWhat, isLogarithmic),
    plugins: {
      legend: {display: hasLegend},
      tooltip: {callbacks: {
        title: (items) => (items.length ? `${items[0].parsed.x} ${title}` : ''),
        label: (item) => `${hasLegend ? `${item.dataset.label}: ` : ''}${percentLabel(item.parsed.y)}`,
      }},
    },
  };
}

/** A histogram as bars. */
function showHistogram(id, {label, title, ofWhat, histogram, first = 0, isLogarithmic = false}) {
  const points = sharesOf(histogram, first);
  if (points.length === 0) return forgetChart(id, `No ${ofWhat}.`);
  showChart(id, label, () => {
    const options = shareOptions(title, ofWhat, isLogarithmic, false);
    options.scales.x.min = points[0].x - 0.5;
    options.scales.x.max = points.at(-1).x + 0.5;
    options.scales.x.ticks = {callback: (value) => (Number.isInteger(value) ? value : null), precision: 0};
    options.scales.x.afterBuildTicks = (axis) => { axis.ticks = integerTicks(axis.min, axis.max); };
    return {
      type: 'bar',
      data: {datasets: [{data: points, backgroundColor: seriesColor(0), barPercentage: 0.9, categoryPercentage: 1,
                         grouped: false}]},
      options,
    };
  });
}

/** Ticks at round integers within a range, some ten of them. */
function integerTicks(min, max) {
  return d3.scale.linear().domain([min, max]).ticks(10).filter(Number.isInteger).map((value) => ({value}));
}

/** Several histograms as lines: `series` are {name, histogram}. */
function showHistograms(id, {label, title, ofWhat, series, isLogarithmic = false}) {
  showChart(id, label, () => ({
    type: 'line',
    data: {datasets: series.map(({name, histogram}, i) => {
      const points = sharesOf(histogram).filter((point) => !isLogarithmic || point.y > 0);
      // A single point makes no line.
      return {label: name, data: points, ...seriesStyle(i), pointRadius: points.length === 1 ? 4 : 0};
    })},
    options: shareOptions(title, ofWhat, isLogarithmic, true),
  }));
}

function setUpCharts() {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;
  Chart.defaults.devicePixelRatio = Math.max(2, window.devicePixelRatio);  // for paper
  Chart.defaults.interaction = {mode: 'index', intersect: false, axis: 'x'};
  Chart.defaults.plugins.legend.position = 'bottom';
  Chart.defaults.plugins.legend.labels.boxWidth = 28;
  Chart.defaults.plugins.legend.labels.boxHeight = 0;  // a line in the series' style
}
