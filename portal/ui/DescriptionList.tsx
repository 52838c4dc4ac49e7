import { Fragment, type ReactNode } from 'react';
import classes from './DescriptionList.module.css';

/** Names and values in two columns, leaving out those without a value. */
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
