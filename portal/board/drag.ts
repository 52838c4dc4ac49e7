// On touch screens, only a long press starts a drag. Other gestures scroll.

import { HEADER_PX, NAMES_PX } from './geometry.ts';

export type Point = { x: number; y: number };

type DragHandlers = {
  onStart: () => void;
  /** Called on every frame, so that scrolling continues while the pointer rests near an edge. */
  onFrame: (point: Point) => void;
  /** Called with null if the drag was cancelled. */
  onEnd: (point: Point | null) => void;
};

/** How far the mouse or pen must move to start a drag. */
const DRAG_THRESHOLD_PX = 5;
const LONG_PRESS_MS = 350;

export const startDrag = (event: PointerEvent, { onStart, onFrame, onEnd }: DragHandlers): void => {
  const isTouch = event.pointerType === 'touch';
  const startPoint = { x: event.clientX, y: event.clientY };
  const listenerController = new AbortController();
  const { signal } = listenerController;
  let point: Point = startPoint;
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
  const finish = (endPoint: Point | null) => {
    listenerController.abort();
    clearTimeout(longPressTimer);
    cancelAnimationFrame(frame);
    if (!isDragging) return;
    if (endPoint) suppressClick();
    onEnd(endPoint);
  };
  const longPressTimer = isTouch ? setTimeout(start, LONG_PRESS_MS) : undefined;

  const handleMove = (moveEvent: PointerEvent) => {
    if (moveEvent.pointerId !== event.pointerId) return;
    point = { x: moveEvent.clientX, y: moveEvent.clientY };
    const isBeyondThreshold = Math.hypot(point.x - startPoint.x, point.y - startPoint.y) > DRAG_THRESHOLD_PX;
    if (isDragging || !isBeyondThreshold) return;
    if (isTouch) finish(null);
    else start();
  };
  const cancelOnEscape = (keyEvent: KeyboardEvent) => {
    if (keyEvent.key !== 'Escape' || !isDragging) return;
    keyEvent.preventDefault();
    keyEvent.stopPropagation();
    finish(null);
  };
  const preventDefault = (gestureEvent: Event) => {
    if (isDragging) gestureEvent.preventDefault();
  };
  addEventListener('pointermove', handleMove, { signal });
  addEventListener('pointerup', () => finish(point), { signal });
  addEventListener('pointercancel', () => finish(null), { signal });
  addEventListener('blur', () => finish(null), { signal });
  addEventListener('keydown', cancelOnEscape, { signal, capture: true });
  // Without the next two listeners, dragging by touch would scroll the page or open the context menu.
  addEventListener('touchmove', preventDefault, { signal, passive: false });
  addEventListener('contextmenu', preventDefault, { signal });
};

/** Suppresses the click event that the browser fires after a drag. */
const suppressClick = () => {
  const suppress = (event: Event) => event.stopPropagation();
  addEventListener('click', suppress, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', suppress, { capture: true }));
};

const SCROLL_EDGE_PX = 48;
const SCROLL_PX_PER_FRAME = 14;

/** The headers cover the left and top edges. */
export const scrollAtEdges = (scroller: HTMLElement, { x, y }: Point): void => {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) return;
  const calculateStep = (position: number, start: number, end: number) => {
    if (position < start + SCROLL_EDGE_PX) return -SCROLL_PX_PER_FRAME;
    return position > end - SCROLL_EDGE_PX ? SCROLL_PX_PER_FRAME : 0;
  };
  scroller.scrollBy(calculateStep(x, left + NAMES_PX, right), calculateStep(y, top + HEADER_PX, bottom));
};
