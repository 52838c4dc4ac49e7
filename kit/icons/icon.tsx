import type { ComponentProps, ComponentType } from 'react';

type IconProps = Omit<ComponentProps<'svg'>, 'stroke' | 'children'> & {
  /** In pixels. */
  size?: number;
  /** Line width, in units of 1/24 of the icon's width. */
  stroke?: number;
};

export type Icon = ComponentType<IconProps>;

// The annotations let the bundler drop icons that an app does not use.

/* @__NO_SIDE_EFFECTS__ */
export const outline = (paths: string) => icon(paths, false);

/* @__NO_SIDE_EFFECTS__ */
export const filled = (paths: string) => icon(paths, true);

const icon =
  (paths: string, isFilled: boolean): Icon =>
  ({ size = 24, stroke = 2, color = 'currentColor', ...rest }: IconProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: each place that uses an icon hides or names it.
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={stroke}
      {...(isFilled ? { fill: color, stroke: 'none' } : { fill: 'none', stroke: color })}
      {...rest}
    >
      {/* The paths stay separate because a joined path renders the edges differently. */}
      {paths.split(/(?=M)/).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
