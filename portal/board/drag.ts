// Dragging by mouse, pen or touch. On touch screens, a long press starts the drag, and other gestures scroll.

export type Point = { x: number; y: number };

type Drag = {
  onStart: () => void;
  /** Called on every frame so that scrolling continues while the pointer rests near an edge. */
  onFrame: (point: Point) => void;
  /** Called with null if the drag was cancelled. */
  onEnd: (point: Point | null) => void;
};

const THRESHOLD_PX = 5;
const HOLD_MS = 350;

export const startDrag = (event: PointerEvent, { onStart, onFrame, onEnd }: Drag): void => {
  const isTouch = event.pointerType === 'touch';
  const origin = { x: event.clientX, y: event.clientY };
  const listeners = new AbortController();
  const { signal } = listeners;
  let point: Point = origin;
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
  const finish = (end: Point | null) => {
    listeners.abort();
    clearTimeout(holdTimer);
    cancelAnimationFrame(frame);
    if (!isDragging) return;
    if (end) suppressClick();
    onEnd(end);
  };
  const holdTimer = isTouch ? setTimeout(start, HOLD_MS) : undefined;

  const handleMove = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) return;
    point = { x: moved.clientX, y: moved.clientY };
    const isFar = Math.hypot(point.x - origin.x, point.y - origin.y) > THRESHOLD_PX;
    if (isDragging || !isFar) return;
    if (isTouch) finish(null);
    else start();
  };
  const cancelOnEscape = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape' || !isDragging) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    finish(null);
  };
  const preventDefault = (gesture: Event) => {
    if (isDragging) gesture.preventDefault();
  };
  addEventListener('pointermove', handleMove, { signal });
  addEventListener('pointerup', () => finish(point), { signal });
  addEventListener('pointercancel', () => finish(null), { signal });
  addEventListener('blur', () => finish(null), { signal });
  addEventListener('keydown', cancelOnEscape, { signal, capture: true });
  // Without these listeners, dragging by touch would scroll the page or open the context menu.
  addEventListener('touchmove', preventDefault, { signal, passive: false });
  addEventListener('contextmenu', preventDefault, { signal });
};

/** Suppresses the click event that browsers fire after a drag. */
const suppressClick = () => {
  const suppress = (event: Event) => event.stopPropagation();
  addEventListener('click', suppress, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', suppress, { capture: true }));
};

const EDGE_PX = 48;
const PX_PER_FRAME = 14;

export const scrollAtEdges = (scroller: HTMLElement, { x, y }: Point, headers: Point): void => {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return;
  const step = (position: number, from: number, to: number) =>
    position < from + EDGE_PX ? -PX_PER_FRAME : position > to - EDGE_PX ? PX_PER_FRAME : 0;
  scroller.scrollBy(step(x, left + headers.x, right), step(y, top + headers.y, bottom));
};
