import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} mb="xs">
      {title}
    </Title>
    {children}
  </section>
);
