import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { TaskView } from '#contract/task-view.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { inspectionQuery } from '#portal/api/inspections.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { FactSection } from './FactSection.tsx';
import classes from './TaskFacts.module.css';

export const PropertyFacts = ({ task: { customProperties, inspectionId } }: { task: TaskView }) => {
  const { t } = useTranslation('tasks');
  const properties = Object.entries(customProperties);
  const inspection = useQuery({
    ...inspectionQuery(inspectionId),
    enabled: inspectionId !== null && properties.length > 0,
    // Fails, without showing an error, for users without permission to read the inspection.
    retry: false,
  });
  if (properties.length === 0) return null;
  return (
    <FactSection
      title={t('properties')}
      hint={t(inspectionId === null ? 'prefillHint' : 'prefilledHint')}
      facts={properties.map(([name, value]) => [
        name,
        <div key={name} className={classes.property}>
          <span>{String(value)}</span>
          {inspection.data && <PrefillStatus property={name} prefill={inspection.data.prefill} />}
        </div>,
      ])}
    />
  );
};

const PrefillStatus = ({
  property,
  prefill: { filled, withoutField, unsuitable },
}: Pick<Inspection, 'prefill'> & { property: string }) => {
  const { t } = useTranslation('tasks');
  if (filled.some((answer) => answer.property === property))
    return <StatusBadge tone="good">{t('prefilled')}</StatusBadge>;
  if (withoutField.includes(property)) return <DimmedText size="xs">{t('noSuchQuestion')}</DimmedText>;
  const reason = unsuitable.find((answer) => answer.property === property)?.reason;
  return (
    reason !== undefined && (
      <>
        <StatusBadge tone="warn">{t('notPrefilled')}</StatusBadge>
        <DimmedText size="xs" w="100%">
          {reason}
        </DimmedText>
      </>
    )
  );
};
