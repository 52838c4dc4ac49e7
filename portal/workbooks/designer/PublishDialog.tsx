import { Button, Group, Modal, NumberInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { WholeWorkbook } from '#contract/workbook-management.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { publishDraft, readVersion } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
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
  onClose: () => void;
};

/** Checks the draft, shows what it changes, and makes it a version. */
export const PublishDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => {
  const t = useDesignerWords();
  const frame = useFrameWords();
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      title={t('publishTitle')}
      size="xl"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <PublishForm {...props} />
    </Modal>
  );
};

const PublishForm = ({ workbook, saver, onGo, onClose }: Props) => {
  const t = useDesignerWords();
  const frame = useFrameWords();
  const { faults, tree } = useDesigner();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, versions } = workbook;
  const newest = versions.find(({ isDeleted }) => !isDeleted) ?? versions[0];
  const highest = Math.max(0, ...versions.map(({ versionCode }) => versionCode));
  const [version, setVersion] = useState(nextVersion(versions));
  const [versionCode, setVersionCode] = useState<number | null>(highest + 1);
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
  const publishing = useMutation({
    mutationFn: async () => {
      const revision = await saver.flush();
      const publication = { version: version.trim(), ...(versionCode !== null && { versionCode }) };
      return publishDraft(id, publication, revision);
    },
    onSuccess: async (published) => {
      saver.stop();
      queries.removeQueries({ queryKey: ['draft', id] });
      await queries.invalidateQueries({ queryKey: ['workbook', id] });
      await queries.invalidateQueries({ queryKey: ['workbooks'] });
      showNotification({ message: t('didPublish', { version: published.version }) });
      await navigate({ to: '/workbooks/$workbookId', params: { workbookId: id } });
    },
  });
  const faultOf = (field: string) =>
    publishing.error instanceof ApiProblem
      ? publishing.error.fields.find((fault) => fault.field === field)?.message
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publishing.mutate();
  };
  const isEmpty = tree.nodes.length === 0;
  return (
    <form onSubmit={submit}>
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
            onChange={({ currentTarget }) => setVersion(currentTarget.value)}
            maxLength={64}
            required
            data-autofocus
            error={faultOf('version')}
          />
          <NumberInput
            label={t('versionCode')}
            description={t('versionCodeHint')}
            value={versionCode ?? ''}
            onChange={(said) => setVersionCode(typeof said === 'number' ? said : null)}
            allowDecimal={false}
            min={highest + 1}
            max={2_100_000_000}
            error={faultOf('versionCode')}
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
        {publishing.error && <ProblemNote problem={publishing.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
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
    </form>
  );
};
