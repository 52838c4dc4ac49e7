import { Button, Group, List, Modal, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Inspection } from '#contract/inspection.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { useNames } from '#portal/frame/use-names.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { commented, fieldCommentOf } from './comments.ts';
import type { Question } from './list-questions.ts';
import classes from './ReviewActs.module.css';
import type { ReviewInHand } from './use-review.ts';
import { useInspectionWords } from './words.ts';

type Props = { inspection: Inspection; questions: readonly Question[]; review: ReviewInHand };

/** What a reviewer decides: return it with comments, or approve it. */
export const ReviewActs = ({ inspection, questions, review }: Props) => {
  const t = useInspectionWords();
  const [isReturning, setReturning] = useState(false);
  const [isApproving, setApproving] = useState(false);
  const { mayReturn, mayApprove, approve } = review;
  const count = commented(questions, review.comments).length;
  useShortcut({ keys: 'r', label: t('return'), run: () => mayReturn && setReturning(true) });
  useShortcut({
    keys: 'v',
    label: t('approve'),
    run: () => mayApprove && !approve.isPending && setApproving(true),
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
      {mayReturn && count === 0 && returnButton}
      {mayApprove && (
        <Button
          size="xs"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={approve.isPending}
          onClick={() => setApproving(true)}
        >
          {t('approve')}
        </Button>
      )}
      {mayReturn && count > 0 && (
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
      {isApproving && mayApprove && (
        <ApproveDialog {...{ inspection, approve }} onClose={() => setApproving(false)} />
      )}
      {isReturning && mayReturn && (
        <ReturnDialog {...{ inspection, questions, review }} onClose={() => setReturning(false)} />
      )}
    </>
  );
};

/** Nothing takes an approval back but returning the inspection. Enter agrees: many are approved in a row. */
const ApproveDialog = ({
  inspection: { title, userName },
  approve,
  onClose,
}: Pick<Props, 'inspection'> & Pick<ReviewInHand, 'approve'> & { onClose: () => void }) => {
  const t = useInspectionWords();
  const nameOf = useNames();
  const frame = useFrameWords();
  return (
    <Modal opened onClose={onClose} title={t('approve')} closeButtonProps={{ 'aria-label': frame('close') }}>
      <Text>{t('approveQuestion', { title, name: nameOf(userName) })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {frame('cancel')}
        </Button>
        <Button
          data-autofocus
          loading={approve.isPending}
          onClick={() => approve.mutate(undefined, { onSettled: onClose })}
        >
          {t('approve')}
        </Button>
      </Group>
    </Modal>
  );
};

const ReturnDialog = ({ inspection, questions, review, onClose }: Props & { onClose: () => void }) => {
  const t = useInspectionWords();
  const nameOf = useNames();
  const frame = useFrameWords();
  const { general } = review;
  const said = commented(questions, review.comments);
  const send = () =>
    review.giveBack.mutate(
      {
        ...(general.trim() !== '' && { comment: general.trim() }),
        fields: said.map((each) =>
          fieldCommentOf(each, (place, comment) => t('inEntry', { place, comment })),
        ),
      },
      { onSuccess: onClose },
    );
  return (
    <Modal opened onClose={onClose} title={t('return')} closeButtonProps={{ 'aria-label': frame('close') }}>
      <Text size="sm">{t('returnHint', { name: nameOf(inspection.userName) })}</Text>
      {said.length > 0 && (
        <List size="sm" my="sm" aria-label={t('comments', { count: said.length })}>
          {said.map(({ question, comment }) => (
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
        value={general}
        onChange={(event) => review.sayInGeneral(event.currentTarget.value)}
        maxLength={MOST_CHARACTERS}
        autosize
        minRows={2}
        mt="sm"
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {frame('cancel')}
        </Button>
        <Button loading={review.giveBack.isPending} onClick={send}>
          {t('send')}
        </Button>
      </Group>
    </Modal>
  );
};

const MOST_CHARACTERS = 4_000;
