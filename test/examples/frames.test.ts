import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oncePerFrame } from '../../examples/editor/dom.ts';

let due: (() => void)[];
const paint = () => {
  for (const draw of due.splice(0)) draw();
};
beforeEach(() => {
  due = [];
  // The identifier of a request is above 0.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => due.push(draw));
});
afterEach(() => void vi.unstubAllGlobals());

const started = () => {
  const [show, end] = [vi.fn(), new AbortController()];
  return { show, end, ...oncePerFrame(show, end.signal) };
};

it('several changes are shown once, at the next frame', () => {
  const { show, soon } = started();
  soon();
  soon();
  expect(show).not.toHaveBeenCalled();
  paint();
  expect(show).toHaveBeenCalledTimes(1);
  soon();
  paint();
  expect(show).toHaveBeenCalledTimes(2);
});

it('the last change is shown at once, also in a tab that paints nothing, and not twice', () => {
  const { show, soon, now } = started();
  now();
  expect(show).not.toHaveBeenCalled();
  soon();
  now();
  expect(show).toHaveBeenCalledTimes(1);
  paint();
  expect(show).toHaveBeenCalledTimes(1);
});

it('nothing is shown after another chapter was opened', () => {
  const { show, end, soon, now } = started();
  soon();
  end.abort();
  paint();
  soon();
  now();
  expect(show).not.toHaveBeenCalled();
});
