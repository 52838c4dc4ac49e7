import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { createBox, type Point } from './lasso.ts';
import classes from './Map.module.css';

type Drawing = { kind: 'lasso' | 'box'; points: readonly Point[] };

/** Dragging less than this distance counts as a click. */
const MIN_DRAG_PX = 4;

type Props = {
  isOn: boolean;
  /** `isAdding`: Ctrl or ⌘ was pressed to add the tasks to the selection. */
  onDrawn: (corners: readonly Point[], isAdding: boolean) => void;
  children: ReactNode;
};

/** Lets the user draw a lasso on the map if `isOn`, or a box while Shift is pressed. Other drags move the map. */
export const Lasso = ({ isOn, onDrawn, children }: Props) => {
  const [drawing, setDrawing] = useState<Drawing>();
  const area = useRef<HTMLDivElement>(null);
  const toPoint = (event: PointerEvent): Point => {
    const { left, top } = area.current!.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const isOnMap = (target: EventTarget) => target instanceof Element && target.matches('canvas');

  const start = (event: PointerEvent) => {
    if (event.button !== 0 || !(isOn || event.shiftKey) || !isOnMap(event.target)) return;
    event.stopPropagation();
    area.current!.setPointerCapture(event.pointerId);
    setDrawing({ kind: isOn && !event.shiftKey ? 'lasso' : 'box', points: [toPoint(event)] });
  };
  const draw = (event: PointerEvent) => {
    if (!drawing) return;
    const point = toPoint(event);
    setDrawing({
      ...drawing,
      points: drawing.kind === 'lasso' ? [...drawing.points, point] : [drawing.points[0]!, point],
    });
  };
  const finish = (event: PointerEvent) => {
    if (!drawing) return;
    setDrawing(undefined);
    const corners = findCorners(drawing);
    if (isDrag(corners)) onDrawn(corners, event.ctrlKey || event.metaKey);
  };
  /** Stopping pointer events is not enough: the map also handles mouse and touch events. */
  const hideFromMap = (event: { shiftKey: boolean; target: EventTarget; stopPropagation(): void }) => {
    if ((isOn || event.shiftKey) && isOnMap(event.target)) event.stopPropagation();
  };
  return (
    <div
      ref={area}
      className={classes.area}
      data-drawing={isOn}
      onPointerDownCapture={start}
      onPointerMove={draw}
      onPointerUp={finish}
      onPointerCancel={() => setDrawing(undefined)}
      onMouseDownCapture={hideFromMap}
      onTouchStartCapture={hideFromMap}
      onClickCapture={hideFromMap}
    >
      {children}
      {drawing && (
        <svg className={classes.drawing} aria-hidden="true">
          <polygon points={findCorners(drawing).join(' ')} />
        </svg>
      )}
    </div>
  );
};

const findCorners = ({ kind, points }: Drawing): readonly Point[] =>
  kind === 'box' && points.length > 1 ? createBox(points[0]!, points[1]!) : points;

const isDrag = (corners: readonly Point[]): boolean =>
  ([0, 1] as const).some((axis) => {
    const coordinates = corners.map((corner) => corner[axis]);
    return Math.max(...coordinates) - Math.min(...coordinates) > MIN_DRAG_PX;
  });
