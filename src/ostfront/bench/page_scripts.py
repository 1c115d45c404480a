"""What the bench of the page runs in the browser."""

WHERE = """([x, y]) => {
  const world = document.querySelector('.world');
  const m = new DOMMatrix(getComputedStyle(world).transform);
  const box = world.parentElement.getBoundingClientRect();
  return [box.left + m.e + x * m.a, box.top + m.f + y * m.a];
}"""
COUNTER = """(unit) => {
  const box = document.querySelector(`[data-unit="${CSS.escape(unit)}"] .counter`)?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform).a"

# a click is answered when the prompt has changed after it and the frame that shows it has been made
WATCH = """
(() => {
  const bench = { from: 0, answer: 0, begin() { bench.from = 0; bench.answer = 0; } };
  window.__bench = bench;
  const pressed = (event) => { if (!bench.from) bench.from = event.timeStamp; };
  addEventListener('pointerup', pressed, true);
  addEventListener('keydown', pressed, true);
  const told = () => {
    const from = bench.from;
    if (!from || bench.answer) return;
    bench.answer = -1;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (bench.from === from) bench.answer = performance.now() - from;
    }));
  };
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver((found) => {
      if (found.some((one) => (one.target.parentElement ?? one.target).closest?.('.prompt'))) told();
    }).observe(document.body, { subtree: true, childList: true, characterData: true }));
})();
"""
ANSWERED = "() => window.__bench.answer > 0 ? window.__bench.answer : null"
BUSY = "() => window.__bench.answer !== 0 || document.querySelector('.prompt button:disabled') !== null"
ON_BOARD = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.frame'))"

# where a pan can begin: a counter there would be dragged instead
EMPTY = """() => {
  const boxes = [...document.querySelectorAll('.piece')].map((one) => one.getBoundingClientRect());
  const far = ([x, y]) => Math.min(1e4, ...boxes.map((box) =>
    Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y)));
  const spots = [300, 380, 460, 540, 620].flatMap((x) => [300, 370, 440, 510].map((y) => [x, y]));
  return spots.reduce((best, one) => (far(one) > far(best) ? one : best));
}"""
FRAMES = """() => {
  window.__frames = [];
  let last = performance.now();
  const tick = (now) => {
    window.__frames.push(now - last);
    last = now;
    window.__ticking = requestAnimationFrame(tick);
  };
  window.__ticking = requestAnimationFrame(tick);
}"""
STOP_FRAMES = "() => { cancelAnimationFrame(window.__ticking); return window.__frames.slice(1); }"
