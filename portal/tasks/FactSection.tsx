import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type Props = { title: string; hint?: string; facts: readonly (readonly [string, ReactNode])[] };

export const FactSection = ({ title, hint, facts }: Props) => (
  <Paper withBorder p="md">
    <Title order={2} mb="sm">
      {title}
    </Title>
    {hint !== undefined && (
      <DimmedText size="xs" mb="xs">
        {hint}
      </DimmedText>
    )}
    <DescriptionList entries={facts.filter(([, value]) => value)} />
  </Paper>
);
