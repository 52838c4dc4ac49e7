// Dragging by mouse, pen or touch, reported frame by frame. On touch screens a long press starts the drag; moving
// immediately scrolls.

export type Point = { x: number; y: number };

type Drag = {
  onStart: () => void;
  /** Called in every frame, so that scrolling continues while the pointer rests near an edge. */
  onFrame: (point: Point) => void;
  /** null when the drag was cancelled. */
  onEnd: (point: Point | null) => void;
};

const THRESHOLD_PX = 5;
const HOLD_MS = 350;

export const startDrag = (event: PointerEvent, { onStart, onFrame, onEnd }: Drag): void => {
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
    if (at) suppressClick();
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
  const cancelDrag = (pressed: KeyboardEvent) => {
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
  addEventListener('keydown', cancelDrag, { signal, capture: true });
  // Without these listeners, dragging by touch scrolls the page or opens the context menu.
  addEventListener('touchmove', keep, { signal, passive: false });
  addEventListener('contextmenu', keep, { signal });
};

/** Suppresses the click event that browsers fire after a drag. */
const suppressClick = () => {
  const suppress = (event: Event) => event.stopPropagation();
  addEventListener('click', suppress, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', suppress, { capture: true }));
};

const EDGE_PX = 48;
const PX_PER_FRAME = 14;

/** Scrolls while the pointer is near an edge. */
export const scrollAtEdges = (scroller: HTMLElement, { x, y }: Point, heads: Point): void => {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return;
  const step = (at: number, from: number, to: number) =>
    at < from + EDGE_PX ? -PX_PER_FRAME : at > to - EDGE_PX ? PX_PER_FRAME : 0;
  scroller.scrollBy(step(x, left + heads.x, right), step(y, top + heads.y, bottom));
};
