import { Fragment, type ReactNode } from 'react';
import classes from './DescriptionList.module.css';

/** Shows names and values in two columns. Entries without a value are left out. */
export const DescriptionList = ({
  entries,
}: {
  entries: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className={classes.list}>
    {entries
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
