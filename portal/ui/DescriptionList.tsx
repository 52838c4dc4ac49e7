import { Fragment, type ReactNode } from 'react';
import classes from './DescriptionList.module.css';

/** Names and values in two columns. */
export const DescriptionList = ({
  entries,
}: {
  entries: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className={classes.list}>
    {entries.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
