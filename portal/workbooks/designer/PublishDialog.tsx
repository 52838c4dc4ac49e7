import { Group, NumberInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublishRequest } from '#contract/workbook-draft.ts';
import type { WorkbookDetails, WorkbookVersion } from '#contract/workbook-management.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { publishDraft, readVersion } from '#portal/api/workbooks.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import type { DraftSaver } from '#portal/workbooks/model/draft-saver.ts';
import { toFields } from '#portal/workbooks/model/draft-tree.ts';
import { proposeVersion } from '#portal/workbooks/model/next-version.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { useDesigner } from './designer-context.ts';
import { ErrorList } from './ErrorList.tsx';

type Props = {
  workbook: WorkbookDetails;
  saver: DraftSaver;
  onSelectError: (error: DraftError) => void;
  onClose: () => Promise<void>;
};

export const PublishDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => {
  const { t } = useTranslation('designer');
  const { saver, onClose } = props;
  const { id } = props.workbook;
  const publish = useCreate<WorkbookVersion, PublishRequest>({
    create: async (request) => {
      const publishedVersion = await publishDraft(id, request, await saver.flush());
      saver.stop();
      return publishedVersion;
    },
    invalidates: [['workbook', id], ['workbooks']],
    message: ({ version }) => t('versionPublished', { version }),
    destination: () => ({ to: '/workbooks/$workbookId', params: { workbookId: id } }),
    onClose,
  });
  const close = () => {
    publish.reset();
    void onClose();
  };
  return (
    <FormModal
      opened={isOpen}
      onClose={close}
      title={t('publishTitle')}
      size="xl"
      // The draft must not change while it is being published.
      closeOnClickOutside={!publish.isPending}
      closeOnEscape={!publish.isPending}
      withCloseButton={!publish.isPending}
    >
      <PublishForm {...props} publish={publish} onClose={close} />
    </FormModal>
  );
};

type FormProps = Omit<Props, 'onClose'> & {
  publish: ReturnType<typeof useCreate<WorkbookVersion, PublishRequest>>;
  onClose: () => void;
};

const PublishForm = ({ workbook, saver, publish, onSelectError, onClose }: FormProps) => {
  const { t } = useTranslation('designer');
  const { errors, tree } = useDesigner();
  const { id, versions } = workbook;
  const newestVersion = versions.find(({ isDeleted }) => !isDeleted) ?? versions[0];
  const highestCode = Math.max(0, ...versions.map(({ versionCode }) => versionCode));
  const edits = useEdits<{ version: string; versionCode: number | null }>('publish', {
    version: proposeVersion(versions),
    versionCode: highestCode + 1,
  });
  const { version, versionCode } = edits.values;
  const input = useInputProps(edits, publish.error);
  // Saving the draft reveals errors that depend on other data, such as other workbooks.
  const [saveProblem, setSaveProblem] = useState<unknown>(null);
  useEffect(() => {
    const { state, revision } = saver.getStatus();
    // Opening the dialog must not create a draft.
    if (state !== 'saved' || revision !== null) saver.flush().catch(setSaveProblem);
  }, [saver]);

  const newestVersionQuery = useQuery({
    queryKey: ['workbook', id, 'version', newestVersion?.id],
    queryFn: () => readVersion(id, newestVersion!.id),
    enabled: newestVersion !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const submit = () => {
    const request = { version: version.trim(), ...(versionCode !== null && { versionCode }) };
    // The form shows the error.
    edits.send(() => publish.mutateAsync(request)).catch(() => {});
  };
  const isEmpty = tree.nodes.length === 0;
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack>
        <DimmedText>{t('publishHint')}</DimmedText>
        {saveProblem !== null && <ProblemNote problem={saveProblem} />}
        {errors.length > 0 && (
          <section>
            <Title order={3} size="h5">
              {t('errors', { count: errors.length })}
            </Title>
            <DimmedText>{t('fixErrors')}</DimmedText>
            <ErrorList onSelect={onSelectError} />
          </section>
        )}
        {isEmpty && (
          <Text size="sm" fw={600} role="status">
            {t('emptyTitle')}
          </Text>
        )}
        <Group grow align="start">
          <TextInput
            label={t('version')}
            maxLength={64}
            required
            data-autofocus
            {...input.textProps('version', { hint: t('versionHint') })}
          />
          <NumberInput
            label={t('versionCode')}
            {...input.messageProps('versionCode', { hint: t('versionCodeHint') })}
            value={versionCode ?? ''}
            onChange={(input) => edits.edit({ versionCode: typeof input === 'number' ? input : null })}
            allowDecimal={false}
            min={highestCode + 1}
            max={2_100_000_000}
          />
        </Group>
        {newestVersion === undefined ? (
          <Text size="sm">{t('first')}</Text>
        ) : (
          <section>
            <Title order={3} size="h5" mb="xs">
              {t('changes', { version: newestVersion.version })}
            </Title>
            {newestVersionQuery.isPending && <Skeleton height={80} />}
            <QueryProblem query={newestVersionQuery} />
            {newestVersionQuery.data && (
              <DiffList diff={diffDefinitions(newestVersionQuery.data, { fields: toFields(tree.nodes) })} />
            )}
          </section>
        )}
        <FormProblem problem={publish.error} />
        <DialogButtons
          edits={edits}
          onClose={onClose}
          label={t('publishNow', { version: version.trim() })}
          isBusy={publish.isPending}
          canLeave={!publish.isPending}
          disabled={errors.length > 0 || isEmpty || version.trim() === ''}
        />
      </Stack>
    </EditForm>
  );
};
