import { CloseButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import type { TaskSearch, TaskSearchChange } from './task-search.ts';
import classes from './UnsupportedFilters.module.css';
import { useFilterLabels } from './use-filter-labels.ts';

type Props = { filters: Omit<TaskSearch, 'sort'>; onChange: (changes: TaskSearchChange) => void };

export const UnsupportedFilters = ({ filters, onChange }: Props) => {
  const { t } = useTranslation('task-filters');
  const filterLabels = useFilterLabels(filters);
  if (filterLabels.length === 0) return null;
  return (
    <Group role="group" aria-label={t('notApplied')} gap="xs" mb="sm">
      <DimmedText aria-hidden>{t('notApplied')}</DimmedText>
      {filterLabels.map(({ name, label }) => (
        <span key={name} className={classes.filter}>
          {label}
          <CloseButton
            size="sm"
            aria-label={t('removeFilter', { filter: label })}
            onClick={() => onChange({ [name]: undefined })}
          />
        </span>
      ))}
    </Group>
  );
};
