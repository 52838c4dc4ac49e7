import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Inspection } from '#contract/inspection.ts';
import type { TaskView } from '#contract/task-view.ts';
import { Mark } from '#kit/Mark.tsx';
import { readInspection } from '#portal/api/inspections.ts';
import { FactSection } from './FactSection.tsx';
import classes from './TaskFacts.module.css';
import { useTaskWords } from './words.ts';

/** What the external application told beside, and what became of it when the inspection started. */
export const PropertyFacts = ({ task: { customProperties, inspectionId } }: { task: TaskView }) => {
  const t = useTaskWords();
  const properties = Object.entries(customProperties);
  const started = useQuery({
    queryKey: ['inspection', inspectionId],
    queryFn: () => readInspection(inspectionId!),
    enabled: inspectionId !== null && properties.length > 0,
    // Who may not read it is told nothing, and nothing is wrong.
    retry: false,
  });
  if (properties.length === 0) return null;
  return (
    <FactSection
      title={t('properties')}
      hint={t(inspectionId === null ? 'takenOverAtStart' : 'takenOverWhenStarted')}
      facts={properties.map(([name, value]) => [
        name,
        <div key={name} className={classes.property}>
          <span>{String(value)}</span>
          {started.data && <Fate property={name} prefill={started.data.prefill} />}
        </div>,
      ])}
    />
  );
};

const Fate = ({
  property,
  prefill: { filled, withoutField, unsuitable },
}: Pick<Inspection, 'prefill'> & { property: string }) => {
  const t = useTaskWords();
  if (filled.some((each) => each.property === property)) return <Mark tone="good">{t('takenOver')}</Mark>;
  if (withoutField.includes(property))
    return (
      <Text size="xs" c="dimmed">
        {t('noSuchQuestion')}
      </Text>
    );
  const reason = unsuitable.find((each) => each.property === property)?.reason;
  return (
    reason !== undefined && (
      <>
        <Mark tone="warn">{t('notTakenOver')}</Mark>
        <Text size="xs" c="dimmed" w="100%">
          {reason}
        </Text>
      </>
    )
  );
};
