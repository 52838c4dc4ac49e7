// Dragging with a mouse, a pen or a finger, told frame by frame. A finger that rests for a moment takes hold; one that moves
// at once scrolls.

export type Point = { x: number; y: number };

type Drag = {
  onStart: () => void;
  /** In every frame while it goes on, so that what is near an edge goes on scrolling. */
  onFrame: (point: Point) => void;
  /** null: it was given up. */
  onEnd: (point: Point | null) => void;
};

const THRESHOLD_PX = 5;
const HOLD_MS = 350;

export const beginDrag = (event: PointerEvent, { onStart, onFrame, onEnd }: Drag): void => {
  const isTouch = event.pointerType === 'touch';
  const first = { x: event.clientX, y: event.clientY };
  const listening = new AbortController();
  const { signal } = listening;
  let point: Point = first;
  let isDragging = false;
  let frame = 0;

  const start = () => {
    isDragging = true;
    document.getSelection()?.removeAllRanges();
    onStart();
    const tick = () => {
      onFrame(point);
      frame = requestAnimationFrame(tick);
    };
    tick();
  };
  const finish = (at: Point | null) => {
    listening.abort();
    clearTimeout(holding);
    cancelAnimationFrame(frame);
    if (!isDragging) return;
    if (at) swallowClick();
    onEnd(at);
  };
  const holding = isTouch ? setTimeout(start, HOLD_MS) : undefined;

  const follow = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) return;
    point = { x: moved.clientX, y: moved.clientY };
    const isFar = Math.hypot(point.x - first.x, point.y - first.y) > THRESHOLD_PX;
    if (isDragging || !isFar) return;
    if (isTouch) finish(null);
    else start();
  };
  const giveUp = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape' || !isDragging) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    finish(null);
  };
  const keep = (other: Event) => {
    if (isDragging) other.preventDefault();
  };
  addEventListener('pointermove', follow, { signal });
  addEventListener('pointerup', () => finish(point), { signal });
  addEventListener('pointercancel', () => finish(null), { signal });
  addEventListener('blur', () => finish(null), { signal });
  addEventListener('keydown', giveUp, { signal, capture: true });
  // Without these a finger that holds a task scrolls the page, or opens the browser's menu.
  addEventListener('touchmove', keep, { signal, passive: false });
  addEventListener('contextmenu', keep, { signal });
};

/** The click that browsers tell after the button is let go means nothing. */
const swallowClick = () => {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
};

const EDGE_PX = 48;
const PX_A_FRAME = 14;

/** Goes on scrolling while something is held near an edge. */
export const scrollAtEdges = (scroller: HTMLElement, { x, y }: Point, heads: Point): void => {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return;
  const step = (at: number, from: number, to: number) =>
    at < from + EDGE_PX ? -PX_A_FRAME : at > to - EDGE_PX ? PX_A_FRAME : 0;
  scroller.scrollBy(step(x, left + heads.x, right), step(y, top + heads.y, bottom));
};
