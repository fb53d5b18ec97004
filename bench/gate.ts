import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lagOf, newFilter, piecesOf, releaseAfter } from './gate-counts.ts';
import { heldParagraphs, plainProse } from './gate-prose.ts';
import { median } from './ratios.ts';
import { madeBy, saveSection } from './results.ts';

const { values: options } = parseArgs({
  options: { check: { type: 'boolean', default: false }, save: { type: 'boolean', default: false } },
});

/** Limits of `--check`, far above the measured figures: the counts depend on no machine, the times do. */
const limits = { promptShareMin: 0.9, laterMax: 24, releaseMax: 24, timeRatioMax: 1.5, microsMax: 20_000 };
const [pieceSize, paceMs, timedPieces, rounds] = [4, 1, 300, 3];

/** Milliseconds until a reader has the last word of a stream. */
async function msToLastWord(pieces: readonly string[], filter: (piece: string) => string): Promise<number> {
  const began = performance.now();
  let last = began;
  for (const piece of pieces) {
    await pause(paceMs);
    if (filter(piece) !== '') last = performance.now();
  }
  return last - began;
}

async function timeRatio(pieces: readonly string[]): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const without = await msToLastWord(pieces, (piece) => piece);
    ratios.push((await msToLastWord(pieces, newFilter())) / without);
  }
  return median(ratios);
}

function microsPerThousand(text: string): number {
  const pieces = piecesOf(text, pieceSize);
  const times = Array.from({ length: rounds + 1 }, () => {
    const [filter, began] = [newFilter(), performance.now()];
    for (const piece of pieces) filter(piece);
    return performance.now() - began;
  });
  return (median(times.slice(1)) * 1_000_000) / text.length;
}

const lag = lagOf(plainProse, pieceSize);
const releases = heldParagraphs.map(({ held, next }) => releaseAfter(plainProse, held, next));
const releaseMax = Math.max(...releases.map((count) => count ?? Number.POSITIVE_INFINITY));
const ratio = await timeRatio(piecesOf(plainProse, pieceSize).slice(0, timedPieces));
const micros = microsPerThousand(plainProse);

const rows: [string, string, boolean][] = [
  [
    'pieces of plain prose after which the gate holds nothing',
    `${(lag.promptShare * 100).toFixed(1)} %`,
    lag.promptShare >= limits.promptShareMin,
  ],
  ['most characters held in the first line', `${lag.openingMax}`, true],
  ['most characters held after it', `${lag.laterMax}`, lag.laterMax <= limits.laterMax],
  ['most characters that a reader is behind, with the incomplete word', `${lag.readerMax}`, true],
  ['characters held until the reply ends', `${lag.atEnd}`, lag.atEnd === 0],
  [
    'most characters of the next paragraph before a held one is released',
    `${releaseMax}`,
    releaseMax <= limits.releaseMax,
  ],
  ['time to the last word, over that without gate', ratio.toFixed(2), ratio <= limits.timeRatioMax],
  ['processor time for 1,000 characters', `${micros.toFixed(0)} µs`, micros <= limits.microsMax],
];
const table = ['| | |', '|---|---|', ...rows.map(([what, value]) => `| ${what} | ${value} |`)].join('\n');
console.log(table);

if (options.save)
  saveSection(`# Delay of streamed prose

${madeBy('node bench/gate.ts --save')}

The gate and the release of whole words, without provider and network: ${lag.pieces.toLocaleString('en')} pieces of ${pieceSize} characters of plain prose with dialogue, and ${heldParagraphs.length} paragraphs that open like a remark. For the time, one piece comes each ${paceMs} ms.

${table}
`);

const failed = rows.filter(([, , isMet]) => !isMet);
for (const [what, value] of options.check ? failed : []) console.error(`Beyond its limit: ${what}: ${value}`);
if (options.check && failed.length > 0) process.exitCode = 1;
