import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Inspection } from '#contract/inspection.ts';
import { useNames } from '#portal/frame/use-names.ts';
import { AnswerValue, Uploaded } from './AnswerValue.tsx';
import type { Question } from './list-questions.ts';
import { remarkText } from './remark-text.ts';
import classes from './Said.module.css';
import { useInspectionWords } from './words.ts';

/** What was said beside an answer: remarks, other answers that did not know it, and why it was returned. */
export const Said = ({
  question: { label, field, remark, conflicts, returnedFor },
  inspection: { uploads, lateFrom, state },
}: {
  question: Question;
  inspection: Inspection;
}) => {
  const t = useInspectionWords();
  const nameOf = useNames();
  // A completed inspection shows what it said then: what came after is not the answer above.
  const isLate = ({ revision }: (typeof conflicts)[number]) =>
    state === 'Closed' && lateFrom !== null && revision >= lateFrom;
  return (
    <>
      {remark && (
        <Note title={t('remark')} tone="calm">
          {remark.text !== undefined && <Text size="sm">{remark.text}</Text>}
          {remark.pictures && (
            <Uploaded ids={remark.pictures} label={`${label}, ${t('remark')}`} uploads={uploads} />
          )}
        </Note>
      )}
      {conflicts.some(isLate) && (
        <Note title={t('lateAnswer')} tone="warn">
          <Text size="sm">{t('lateAnswerHint')}</Text>
        </Note>
      )}
      {conflicts
        .filter((each) => !isLate(each))
        .map(({ other, isRemark }) => (
          <Note key={other.revision} title={t(isRemark ? 'conflictRemark' : 'conflict')} tone="warn">
            <Group gap="xs" align="baseline">
              <AnswerValue
                field={isRemark ? { type: 'text' } : field}
                label={label}
                value={isRemark ? remarkText(other.value) : other.value}
                uploads={uploads}
                whenNone={t('takenBack')}
              />
              <Text size="xs" c="dimmed">
                {other.device === null
                  ? nameOf(other.userName)
                  : t('conflictFrom', { name: nameOf(other.userName), device: other.device })}
              </Text>
            </Group>
            <Text size="xs">{t('conflictCounts')}</Text>
          </Note>
        ))}
      {returnedFor.map((comment) => (
        <Note key={comment} title={t('returnedFor')} tone="warn">
          <Text size="sm">{comment}</Text>
        </Note>
      ))}
    </>
  );
};

const Note = ({ title, tone, children }: { title: string; tone: 'calm' | 'warn'; children: ReactNode }) => (
  <div className={classes.note} data-tone={tone}>
    <Text size="xs" fw={600}>
      {title}
    </Text>
    {children}
  </div>
);
