import { Alert, Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#kit/icons/icons.ts';
import { ApiProblem, isTransient, isUnreachable } from '#portal/api/api-problem.ts';
import { ProblemActions } from '#portal/problems/ProblemActions.tsx';
import { useProblemFormatter } from '#portal/problems/ProblemNote.tsx';

export const FormProblem = ({ problem }: { problem: unknown }) => {
  const { t } = useTranslation('general');
  const formatProblem = useProblemFormatter();
  const alert = useRef<HTMLDivElement>(null);
  const [hasInvalidField, setHasInvalidField] = useState(false);
  useEffect(() => {
    if (!problem) return;
    alert.current?.focus({ preventScroll: true });
    alert.current?.scrollIntoView({ block: 'center' });
    setHasInvalidField(findInvalidFields(alert.current).length > 0);
  }, [problem]);
  if (!problem) return null;
  const fields = problem instanceof ApiProblem ? problem.fields : [];
  const isOffline = isUnreachable(problem);
  return (
    <Alert
      ref={alert}
      role="alert"
      tabIndex={-1}
      color="red"
      icon={<IconAlertTriangle />}
      title={isOffline ? t('offline') : t('notSaved')}
    >
      <Text size="sm">{isOffline ? t('offlineHint') : formatProblem(problem)}</Text>
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
              onClick={() => focusField(alert.current, message)}
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
        {...(isTransient(problem) && { retry: { label: t('retry'), onClick: () => retry(alert.current) } })}
      />
    </Alert>
  );
};

const retry = (alert: HTMLElement | null) => {
  const form = alert?.closest('form');
  // The alert, which has the focus, is about to be removed.
  form?.focus({ preventScroll: true });
  form?.requestSubmit();
};

const findInvalidFields = (alert: HTMLElement | null): HTMLElement[] => [
  ...(alert?.closest('form')?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []),
];

const focusField = (alert: HTMLElement | null, message: string) => {
  const invalidFields = findInvalidFields(alert);
  const isShowingMessage = (field: HTMLElement) =>
    `${field.getAttribute('aria-describedby') ?? ''} ${field.getAttribute('aria-errormessage') ?? ''}`
      .split(' ')
      .some((id) => id !== '' && document.getElementById(id)?.textContent === message);
  (invalidFields.find(isShowingMessage) ?? invalidFields[0])?.focus();
};
