import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { boxBetween, type Spot } from './lasso.ts';
import classes from './Map.module.css';

type Drawing = { kind: 'lasso' | 'box'; spots: readonly Spot[] };

/** A movement of fewer pixels counts as a click. */
const UNSTEADY_PX = 4;

/**
 * Draws a lasso over the map while it is on, or a box with Shift. It captures these drags before the map does, and leaves
 * all others to the map.
 */
export const Lasso = ({
  isOn,
  onDrawn,
  children,
}: {
  isOn: boolean;
  /** `isMore`: adds to the selection (Ctrl or ⌘). */
  onDrawn: (corners: readonly Spot[], isMore: boolean) => void;
  children: ReactNode;
}) => {
  const [drawing, setDrawing] = useState<Drawing>();
  const area = useRef<HTMLDivElement>(null);
  const spotOf = (event: PointerEvent): Spot => {
    const { left, top } = area.current!.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const isOnMap = (target: EventTarget) => target instanceof Element && target.matches('canvas');

  const start = (event: PointerEvent) => {
    if (event.button !== 0 || !(isOn || event.shiftKey) || !isOnMap(event.target)) return;
    event.stopPropagation();
    area.current!.setPointerCapture(event.pointerId);
    setDrawing({ kind: isOn && !event.shiftKey ? 'lasso' : 'box', spots: [spotOf(event)] });
  };
  const draw = (event: PointerEvent) => {
    if (!drawing) return;
    const spot = spotOf(event);
    setDrawing({
      ...drawing,
      spots: drawing.kind === 'lasso' ? [...drawing.spots, spot] : [drawing.spots[0]!, spot],
    });
  };
  const finish = (event: PointerEvent) => {
    if (!drawing) return;
    setDrawing(undefined);
    const corners = cornersOf(drawing);
    if (isLarge(corners)) onDrawn(corners, event.ctrlKey || event.metaKey);
  };
  /** The map uses mouse and touch events, not pointer events. */
  const withhold = (event: { shiftKey: boolean; target: EventTarget; stopPropagation(): void }) => {
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
      onMouseDownCapture={withhold}
      onTouchStartCapture={withhold}
      onClickCapture={withhold}
    >
      {children}
      {drawing && (
        <svg className={classes.drawing} aria-hidden="true">
          <polygon points={cornersOf(drawing).join(' ')} />
        </svg>
      )}
    </div>
  );
};

const cornersOf = ({ kind, spots }: Drawing): readonly Spot[] =>
  kind === 'box' && spots.length > 1 ? boxBetween(spots[0]!, spots[1]!) : spots;

const isLarge = (corners: readonly Spot[]): boolean => {
  const reach = (axis: 0 | 1) => {
    const along = corners.map((spot) => spot[axis]);
    return along.reduce((a, b) => Math.max(a, b), -1e9) - along.reduce((a, b) => Math.min(a, b), 1e9);
  };
  return reach(0) > UNSTEADY_PX || reach(1) > UNSTEADY_PX;
};
