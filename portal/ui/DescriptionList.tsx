import { Fragment, type ReactNode } from 'react';
import classes from './DescriptionList.module.css';

type Props = { entries: readonly (readonly [name: string, value: ReactNode])[] };

/** Entries without a value are left out. */
export const DescriptionList = ({ entries }: Props) => (
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
