import { Alert, Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#kit/icons/icons.ts';
import { ApiProblem, isTransient, isUnreachable } from '#portal/api/api-problem.ts';
import { ProblemActions } from '#portal/problems/ProblemActions.tsx';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';

/**
 * Shows why a form could not be saved, next to the button that was pressed: scrolls into view, takes the focus, links to the
 * invalid fields, and offers Retry where that may succeed.
 */
export const FormProblem = ({ problem }: { problem: unknown }) => {
  const { t } = useTranslation('general');
  const problemText = useProblemText();
  const note = useRef<HTMLDivElement>(null);
  const [hasInvalidField, setHasInvalidField] = useState(false);
  const isShown = problem !== undefined && problem !== null;
  useEffect(() => {
    if (!problem) return;
    note.current?.focus({ preventScroll: true });
    note.current?.scrollIntoView({ block: 'center' });
    setHasInvalidField(invalidFieldsOf(note.current).length > 0);
  }, [problem]);
  if (!isShown) return null;
  const fields = problem instanceof ApiProblem ? problem.fields : [];
  const isOffline = isUnreachable(problem);
  return (
    <Alert
      ref={note}
      role="alert"
      tabIndex={-1}
      color="red"
      icon={<IconAlertTriangle />}
      title={isOffline ? t('offline') : t('notSaved')}
    >
      <Text size="sm">{isOffline ? t('offlineHint') : problemText(problem)}</Text>
      {fields.map(({ field, message }) => (
        <Text key={field + message} size="sm">
          {hasInvalidField ? (
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              c="inherit"
              underline="always"
              onClick={() => focusField(note.current, message)}
            >
              {message}
            </Anchor>
          ) : (
            message
          )}
        </Text>
      ))}
      <ProblemActions
        problem={problem}
        {...(isTransient(problem) && {
          retry: { label: t('retry'), onClick: () => retry(note.current) },
        })}
      />
    </Alert>
  );
};

const retry = (note: HTMLElement | null) => {
  const form = note?.closest('form');
  // This note, which has the focus, disappears.
  form?.focus({ preventScroll: true });
  form?.requestSubmit();
};

const invalidFieldsOf = (note: HTMLElement | null): HTMLElement[] => [
  ...(note?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []),
];

/** Focuses the field that shows this message, otherwise the first invalid field. */
const focusField = (note: HTMLElement | null, message: string) => {
  const invalid = invalidFieldsOf(note);
  const showsMessage = (field: HTMLElement) =>
    `${field.getAttribute('aria-describedby') ?? ''} ${field.getAttribute('aria-errormessage') ?? ''}`
      .split(' ')
      .some((id) => id !== '' && document.getElementById(id)?.textContent === message);
  (invalid.find(showsMessage) ?? invalid[0])?.focus();
};
