import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { useNames } from '#portal/people/use-names.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './AnswerNotes.module.css';
import { AnswerValue, UploadList } from './AnswerValue.tsx';
import { extractCommentText } from './extract-comment-text.ts';
import type { Question } from './list-questions.ts';

type Props = { question: Question; inspection: Inspection };

export const AnswerNotes = ({
  question: { label, field, comment, conflicts, returnComments },
  inspection: { uploads, lateFromRevision, state },
}: Props) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  // A completed inspection shows the answers at its completion, so answers that arrived later are not conflicts.
  const isLate = ({ revision }: (typeof conflicts)[number]) =>
    state === 'Closed' && lateFromRevision !== null && revision >= lateFromRevision;
  return (
    <>
      {comment && (
        <Note title={t('inspectorComment')} tone="calm">
          {comment.text !== undefined && <Text size="sm">{comment.text}</Text>}
          {comment.pictures && (
            <UploadList
              ids={comment.pictures}
              label={`${label}, ${t('inspectorComment')}`}
              uploads={uploads}
            />
          )}
        </Note>
      )}
      {conflicts.some(isLate) && (
        <Note title={t('lateAnswer')} tone="warn">
          <Text size="sm">{t('lateAnswerHint')}</Text>
        </Note>
      )}
      {conflicts
        .filter((conflict) => !isLate(conflict))
        .map(({ other, isComment }) => (
          <Note key={other.revision} title={t(isComment ? 'conflictingComment' : 'conflict')} tone="warn">
            <Group gap="xs" align="baseline">
              <AnswerValue
                field={isComment ? { type: 'text' } : field}
                label={label}
                value={isComment ? extractCommentText(other.value) : other.value}
                uploads={uploads}
                emptyText={t('cleared')}
              />
              <DimmedText size="xs">
                {other.device === null
                  ? formatName(other.userName)
                  : t('conflictFrom', { name: formatName(other.userName), device: other.device })}
              </DimmedText>
            </Group>
            <Text size="xs">{t('conflictCounts')}</Text>
          </Note>
        ))}
      {returnComments.map((comment) => (
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
