import { Button, Group, NumberInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { Publication } from '#contract/workbook-draft.ts';
import type { WholeWorkbook, WorkbookVersion } from '#contract/workbook-management.ts';
import { publishDraft, readVersion } from '#portal/api/workbooks.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { useMaking } from '#portal/frame/use-making.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';
import type { DraftFault } from '#portal/workbooks/model/draft-faults.ts';
import type { DraftSaver } from '#portal/workbooks/model/draft-saver.ts';
import { harvestFields } from '#portal/workbooks/model/draft-tree.ts';
import { nextVersion } from '#portal/workbooks/model/next-version.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { useDesigner } from './designer-context.ts';
import { FaultList } from './FaultList.tsx';
import { useDesignerWords } from './words.ts';

type Props = {
  workbook: WholeWorkbook;
  saver: DraftSaver;
  onGo: (fault: DraftFault) => void;
  onClose: () => Promise<void>;
};

/** Checks the draft, shows what it changes, and makes it a version. */
export const PublishDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => {
  const t = useDesignerWords();
  const { saver, onClose } = props;
  const { id } = props.workbook;
  const publishing = useMaking<WorkbookVersion, Publication>({
    make: async (publication) => {
      const published = await publishDraft(id, publication, await saver.flush());
      saver.stop();
      return published;
    },
    changes: [['workbook', id], ['workbooks']],
    say: ({ version }) => t('didPublish', { version }),
    leadTo: () => ({ to: '/workbooks/$workbookId', params: { workbookId: id } }),
    onClose,
  });
  const { isPending } = publishing;
  const close = () => {
    publishing.reset();
    void onClose();
  };
  return (
    <FormModal
      opened={isOpen}
      onClose={close}
      title={t('publishTitle')}
      size="xl"
      // While it becomes a version, nothing more is designed of it.
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
      withCloseButton={!isPending}
    >
      <PublishForm {...props} publishing={publishing} onClose={close} />
    </FormModal>
  );
};

type Publishing = {
  mutateAsync: (publication: Publication) => Promise<unknown>;
  isPending: boolean;
  error: unknown;
};

const PublishForm = ({
  workbook,
  saver,
  publishing,
  onGo,
  onClose,
}: Omit<Props, 'onClose'> & { publishing: Publishing; onClose: () => void }) => {
  const t = useDesignerWords();
  const frame = useFrameWords();
  const { faults, tree } = useDesigner();
  const { id, versions } = workbook;
  const newest = versions.find(({ isDeleted }) => !isDeleted) ?? versions[0];
  const highest = Math.max(0, ...versions.map(({ versionCode }) => versionCode));
  const draft = useEdits<{ version: string; versionCode: number | null }>('publish', {
    version: nextVersion(versions),
    versionCode: highest + 1,
  });
  const { version, versionCode } = draft.values;
  // What only the server knows, such as other workbooks, it tells when all is saved.
  const [unsaved, setUnsaved] = useState<unknown>(null);
  useEffect(() => {
    const { state, revision } = saver.now();
    // Who only looks leaves no draft behind.
    if (state !== 'saved' || revision !== null) saver.flush().catch(setUnsaved);
  }, [saver]);

  const before = useQuery({
    queryKey: ['workbook', id, 'version', newest?.id],
    queryFn: () => readVersion(id, newest!.id),
    enabled: newest !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const publication = { version: version.trim(), ...(versionCode !== null && { versionCode }) };
    // Errors are shown in the form.
    draft.send(() => publishing.mutateAsync(publication)).catch(() => {});
  };
  const isEmpty = tree.nodes.length === 0;
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('publishHint')}
        </Text>
        {unsaved !== null && <ProblemNote problem={unsaved} />}
        {faults.length > 0 && (
          <section>
            <Title order={3} size="h5">
              {t('faults', { count: faults.length })}
            </Title>
            <Text size="sm" c="dimmed">
              {t('mend')}
            </Text>
            <FaultList onGo={onGo} />
          </section>
        )}
        <Group grow align="start">
          <TextInput
            label={t('version')}
            description={t('versionHint')}
            value={version}
            onChange={({ currentTarget }) => draft.edit({ version: currentTarget.value })}
            maxLength={64}
            required
            data-autofocus
            error={faultOf(publishing.error, 'version')}
          />
          <NumberInput
            label={t('versionCode')}
            description={t('versionCodeHint')}
            value={versionCode ?? ''}
            onChange={(said) => draft.edit({ versionCode: typeof said === 'number' ? said : null })}
            allowDecimal={false}
            min={highest + 1}
            max={2_100_000_000}
            error={faultOf(publishing.error, 'versionCode')}
          />
        </Group>
        {newest === undefined ? (
          <Text size="sm">{t('first')}</Text>
        ) : (
          <section>
            <Title order={3} size="h5" mb="xs">
              {t('changes', { version: newest.version })}
            </Title>
            {before.isPending && <Skeleton height={80} />}
            {before.error && <ProblemNote problem={before.error} onRetry={() => void before.refetch()} />}
            {before.data && (
              <DiffList diff={diffDefinitions(before.data, { fields: harvestFields(tree.nodes) })} />
            )}
          </section>
        )}
        <FormProblem problem={publishing.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={publishing.isPending} onClick={() => void draft.leave(onClose)}>
            {frame('cancel')}
          </Button>
          <Button
            type="submit"
            loading={publishing.isPending}
            disabled={faults.length > 0 || isEmpty || version.trim() === ''}
          >
            {t('publishNow', { version: version.trim() })}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};
