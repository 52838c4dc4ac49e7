import { Button, Group, List, Modal, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { IconArrowBackUp, IconCheck } from '#kit/icons/icons.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useNames } from '#portal/people/use-names.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { listCommentedQuestions, MAX_COMMENT_LENGTH, toFieldComment } from './comments.ts';
import type { Question } from './list-questions.ts';
import classes from './ReviewActions.module.css';
import type { ReviewState } from './use-review.ts';

type Props = { inspection: Inspection; questions: readonly Question[]; review: ReviewState };

export const ReviewActions = ({ inspection, questions, review }: Props) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const [isReturning, setReturning] = useState(false);
  const [isApproving, setApproving] = useState(false);
  const { canReturn, canApprove, approve } = review;
  const count = listCommentedQuestions(questions, review.comments).length;
  useShortcut({ keys: 'r', label: t('return'), run: () => canReturn && setReturning(true) });
  useShortcut({
    keys: 'v',
    label: t('approve'),
    run: () => canApprove && !approve.isPending && setApproving(true),
  });
  const returnButton = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => setReturning(true)}
    >
      {t('return')}
    </Button>
  );
  return (
    <>
      {canReturn && count === 0 && returnButton}
      {canApprove && (
        <Button
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={approve.isPending}
          onClick={() => setApproving(true)}
        >
          {t('approve')}
        </Button>
      )}
      {canReturn && count > 0 && (
        <Group className={classes.bar} data-bottom-bar gap="md">
          <Text size="sm" fw={600} role="status">
            {t('comments', { count })}
          </Text>
          <Button size="xs" variant="subtle" color="gray" onClick={review.discard}>
            {t('discard')}
          </Button>
          {returnButton}
        </Group>
      )}
      {/* An open dialog stays open if another reviewer decides first. The server then rejects the request. */}
      {isApproving && (
        <ConfirmDialog
          question={t('approveQuestion', { title: inspection.title, name: formatName(inspection.userName) })}
          confirmLabel={t('approve')}
          // Enter approves: reviewers approve many inspections in a row.
          isDestructive={false}
          // useAction has already shown the error.
          onConfirm={() => approve.mutateAsync().catch(() => {})}
          onClose={() => setApproving(false)}
        />
      )}
      {isReturning && (
        <ReturnDialog
          inspection={inspection}
          questions={questions}
          review={review}
          onClose={() => setReturning(false)}
        />
      )}
    </>
  );
};

const ReturnDialog = ({ inspection, questions, review, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const { t: tGeneral } = useTranslation('general');
  const commentedQuestions = listCommentedQuestions(questions, review.comments);
  const send = () =>
    review.returnForCorrection.mutate(
      {
        ...(review.generalComment.trim() !== '' && { comment: review.generalComment.trim() }),
        fields: commentedQuestions.map((commentedQuestion) =>
          toFieldComment(commentedQuestion, (entry, comment) => t('inEntry', { entry, comment })),
        ),
      },
      { onSuccess: onClose },
    );
  return (
    <Modal opened onClose={onClose} title={t('return')}>
      <Text size="sm">{t('returnHint', { name: formatName(inspection.userName) })}</Text>
      {commentedQuestions.length > 0 && (
        <List size="sm" my="sm" aria-label={t('comments', { count: commentedQuestions.length })}>
          {commentedQuestions.map(({ question, comment }) => (
            <List.Item key={question.key}>
              <strong>{question.label}</strong>
              <br />
              {comment}
            </List.Item>
          ))}
        </List>
      )}
      <Textarea
        label={t('generalComment')}
        value={review.generalComment}
        onChange={(event) => review.setGeneralComment(event.currentTarget.value)}
        maxLength={MAX_COMMENT_LENGTH}
        autosize
        minRows={2}
        mt="sm"
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {tGeneral('cancel')}
        </Button>
        <Button loading={review.returnForCorrection.isPending} onClick={send}>
          {t('send')}
        </Button>
      </Group>
    </Modal>
  );
};
