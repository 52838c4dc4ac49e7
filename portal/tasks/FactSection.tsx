import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './TaskFacts.module.css';

/** A titled list of a task's properties, leaving out those without a value. */
export const FactSection = ({
  title,
  hint,
  facts,
}: {
  title: string;
  hint?: string;
  facts: readonly (readonly [string, ReactNode])[];
}) => (
  <Paper withBorder p="md">
    <Title order={2} mb="sm">
      {title}
    </Title>
    {hint !== undefined && (
      <DimmedText size="xs" mb="xs">
        {hint}
      </DimmedText>
    )}
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  </Paper>
);
