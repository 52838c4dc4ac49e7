import { Anchor, Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { IconMessage } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { AnswerNotes } from './AnswerNotes.tsx';
import { AnswerValue } from './AnswerValue.tsx';
import { MAX_COMMENT_LENGTH } from './comments.ts';
import type { Question } from './list-questions.ts';
import classes from './QuestionCard.module.css';

type Props = {
  question: Question;
  inspection: Inspection;
  comment: string | undefined;
  /** Undefined if the user cannot comment. */
  onComment: ((text: string | undefined) => void) | undefined;
};

export const QuestionCard = ({ question, inspection, comment, onComment }: Props) => {
  const { t } = useTranslation('inspections');
  const { key, label, field, value, ancestors, hasFailed, missingMessage } = question;
  return (
    <article
      className={classes.question}
      data-question={key}
      data-failed={hasFailed || undefined}
      tabIndex={-1}
      aria-label={label}
    >
      <div className={classes.head}>
        <div>
          {ancestors.length > 0 && <DimmedText size="xs">{ancestors.join(' › ')}</DimmedText>}
          <Group gap={6}>
            <Text component="h3" size="sm" className={classes.label}>
              {label}
            </Text>
            {hasFailed && <StatusBadge tone="bad">{t('failed')}</StatusBadge>}
            {missingMessage !== undefined && <StatusBadge tone="warn">{t('missing')}</StatusBadge>}
            {question.isIrrelevant && <StatusBadge tone="warn">{t('noLongerAsked')}</StatusBadge>}
            {question.prefilledFrom !== undefined && <StatusBadge tone="calm">{t('prefilled')}</StatusBadge>}
          </Group>
        </div>
        <Group gap="xs" className={classes.actions}>
          <AnchorLink
            to="/inspections/$inspectionId"
            params={{ inspectionId: inspection.id }}
            search={{ tab: 'history', field: field.name }}
            size="xs"
            aria-label={t('historyOf', { label })}
          >
            {t('history')}
          </AnchorLink>
          {onComment && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconMessage size={14} aria-hidden />}
              onClick={() => onComment(comment ?? '')}
              aria-label={t('commentOn', { label })}
              data-comment
            >
              {t('comment')}
            </Button>
          )}
        </Group>
      </div>
      {field.type === 'repeat' && Array.isArray(value) ? (
        <Text size="sm">{t('entries', { count: value.length })}</Text>
      ) : (
        <AnswerValue
          field={field}
          label={label}
          value={value}
          uploads={inspection.uploads}
          emptyText={t(selectEmptyTextKey(question))}
        />
      )}
      {missingMessage !== undefined && (
        <Text size="sm" c="var(--ronda-warn)">
          {missingMessage}
        </Text>
      )}
      <AnswerNotes question={question} inspection={inspection} />
      <FollowUps question={question} />
      {onComment && comment !== undefined && (
        <CommentField label={label} comment={comment} onComment={onComment} />
      )}
    </article>
  );
};

const selectEmptyTextKey = ({ isAsked, field }: Question) => {
  if (isAsked === undefined) return 'noAnswer';
  if (!isAsked) return 'notAsked';
  return field.type === 'repeat' ? 'noEntries' : 'notAnswered';
};

const FollowUps = ({ question: { followUps } }: { question: Question }) => {
  const { t } = useTranslation('inspections');
  return followUps.map(({ taskId, externalId, error }) =>
    taskId === null ? (
      <Text key={error} size="sm" c="var(--ronda-warn)">
        {t('noFollowUp', { reason: error ?? '' })}
      </Text>
    ) : (
      <Text key={taskId} size="sm">
        {t('followUp')}{' '}
        <AnchorLink to="/tasks/$taskId" params={{ taskId }}>
          {externalId === null || externalId === taskId ? t('openTask') : externalId}
        </AnchorLink>
      </Text>
    ),
  );
};

type CommentFieldProps = { label: string; comment: string; onComment: (text: string | undefined) => void };

const CommentField = ({ label, comment, onComment }: CommentFieldProps) => {
  const { t } = useTranslation('inspections');
  // A restored comment must not steal the focus.
  const [isNew] = useState(comment === '');
  return (
    <div>
      <Textarea
        label={t('commentOn', { label })}
        description={t('commentHint')}
        value={comment}
        onChange={(event) => onComment(event.currentTarget.value)}
        onBlur={() => comment.trim() === '' && onComment(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-question]')?.focus();
        }}
        maxLength={MAX_COMMENT_LENGTH}
        autosize
        minRows={2}
        data-autofocus
        ref={(field) => {
          if (isNew && field && field.value === '') field.focus();
        }}
      />
      <Anchor component="button" type="button" size="xs" onClick={() => onComment(undefined)}>
        {t('removeComment', { label })}
      </Anchor>
    </div>
  );
};
