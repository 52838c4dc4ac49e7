import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import classes from './TouchSegments.module.css';

export const TouchSegments = (props: SegmentedControlProps) => (
  <SegmentedControl size="md" classNames={{ root: classes.root!, label: classes.label! }} {...props} />
);
