'use strict';
// The data, pieces and squares, and numbers as text. Counts are 64 bits wide, so they are kept as BigInt.

const data = JSON.parse(document.getElementById('data').textContent);

const kPieces = [...'PNBRQKpnbrqk'];  // in the order in which they are shown
const kTypes = [...'PNBRQK'];
const kTypeNames = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** The number that a piece has in the data. */
function codeOf(letter) {
  const type = kTypes.indexOf(letter.toUpperCase());
  return 2 * type + (letter === letter.toUpperCase() ? 0 : 1);
}

function pieceAt(code) {
  return code % 2 === 0 ? kTypes[code / 2] : kTypes[(code - 1) / 2].toLowerCase();
}

function pieceName(letter) {
  const color = letter === letter.toUpperCase() ? 'white' : 'black';
  return `${color} ${kTypeNames[kTypes.indexOf(letter.toUpperCase())]}`;
}

function squareName(square) {
  return 'abcdefgh'[square % 8] + (Math.floor(square / 8) + 1);
}

function whole(value) {
  return BigInt(value).toLocaleString('en');
}

function decimal(value, digits = 2) {
  return value.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

function ratio(part, all) {
  return BigInt(all) === 0n ? 0 : Number(part) / Number(all);
}

/** A share in percent, without the sign. */
function percent(part, all, digits = 2) {
  if (BigInt(part) === 0n) return '–';
  const value = 100 * ratio(part, all);
  const least = 10 ** -digits;
  return value < least / 2 ? `<${least}` : decimal(value, digits);
}

/** The same of a number between 0 and 1, with the digits that matter, for axes and labels. */
function percentLabel(share) {
  return `${Number((100 * share).toPrecision(3))} %`;
}

function sum(values) {
  return values.reduce((total, value) => total + BigInt(value), 0n);
}

/** Adds histograms: lists of counts by value. */
function sumOfHistograms(histograms) {
  const total = [];
  for (const histogram of histograms) {
    histogram.forEach((count, value) => { total[value] = (total[value] ?? 0n) + BigInt(count); });
  }
  return total;
}

/** What a histogram says; `histogram[i]` observations of `first + i`. The same definitions as in summary.json. */
function distributionOf(histogram, first = 0) {
  const count = sum(histogram);
  if (count === 0n) return null;
  let total = 0n;
  let squares = 0n;
  histogram.forEach((times, i) => {
    const value = BigInt(first + i);
    total += times * value;
    squares += times * value * value;
  });
  const percentile = (perMille) => {
    let below = 0n;
    return first + histogram.findIndex((times) => (below += times) * 1000n >= count * perMille);
  };
  return {
    count,
    mean: Number(total) / Number(count),
    standard_deviation: Math.sqrt(Number(count * squares - total * total)) / Number(count),
    minimum: first + histogram.findIndex((times) => times !== 0n),
    median: percentile(500n),
    percentile_99: percentile(990n),
    percentile_99_9: percentile(999n),
    maximum: first + histogram.findLastIndex((times) => times !== 0n),
  };
}

/** Parts of a game by the number of pieces, and each number by itself, as far as they occur. */
function pieceGroups() {
  const present = data.by_pieces.map((entry) => entry.pieces);
  const groups = [{text: 'all positions', from: 0, to: 32}];
  for (const [from, to] of [[25, 32], [17, 24], [9, 16], [2, 8]]) {
    if (present.some((pieces) => from <= pieces && pieces <= to)) {
      groups.push({text: `${from} to ${to} pieces`, from, to});
    }
  }
  for (const pieces of present) groups.push({text: `${pieces} pieces`, from: pieces, to: pieces});
  return groups.map((group) => ({
    text: group.text,
    entries: data.by_pieces.filter((entry) => group.from <= entry.pieces && entry.pieces <= group.to),
  }));
}
