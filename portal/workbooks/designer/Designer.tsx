import { Badge, Button, Group, SegmentedControl } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { WholeWorkbook } from '#contract/workbook-management.ts';
import { Page } from '#portal/frame/Page.tsx';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { actOnDesign, beginDesign, type DraftDocument, documentOf } from '#portal/workbooks/model/design.ts';
import type { DraftFault } from '#portal/workbooks/model/draft-faults.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { findNode, nameOf, plantFields, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { languagesOf } from '#portal/workbooks/model/local-texts.ts';
import { type DesignSearch, PANES, type Pane } from '#portal/workbooks/model/workbook-search.ts';
import { downloadDraft } from '#portal/workbooks/xlsform/download-draft.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import classes from './Designer.module.css';
import { DesignerActions } from './DesignerActions.tsx';
import { DesignerContext, type DesignerValue } from './designer-context.ts';
import { FaultList } from './FaultList.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { FieldToolbar } from './FieldToolbar.tsx';
import { FieldTree } from './FieldTree.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LivePreview } from './LivePreview.tsx';
import { namedFieldsOf } from './named-fields.ts';
import { Palette } from './Palette.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useDraftFaults } from './use-draft-faults.ts';
import { useDraftSaving } from './use-draft-saving.ts';
import { useExamined } from './use-examined.ts';
import { useLatest } from './use-latest.ts';
import { useStepNote } from './use-step-note.tsx';
import { WorkbookProperties } from './WorkbookProperties.tsx';
import { useDesignerWords } from './words.ts';

const route = getRouteApi('/workbooks/$workbookId/design');

type Props = { workbook: WholeWorkbook; start: Saving; document: DraftDocument };

/** Where a workbook is designed: its fields, the properties of one of them, and what becomes of it on a phone. */
export const Designer = ({ workbook, start, document: first }: Props) => {
  const t = useDesignerWords();
  const { field, pane = 'fields', dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const say = useProblemText();
  const [design, act] = useReducer(actOnDesign, undefined, () => beginDesign(first, field));
  const { history, chosen } = design;
  const document = history.present;
  const { tree } = document;
  const { saving, saver, drop } = useDraftSaving(workbook.id, start, document);
  const examined = useExamined(tree.nodes);
  const faults = useDraftFaults(examined, saving);
  const [isComparing, setComparing] = useState(start.state === 'conflict');
  const [extraLanguages, setExtraLanguages] = useState<string[]>([]);
  const tellStep = useStepNote(document, () => act({ kind: 'undo' }));
  const properties = useRef<HTMLDivElement>(null);

  const tags = [...new Set([...languagesOf(tree.nodes), ...extraLanguages])].join(' ');
  const languages = useMemo(() => (tags === '' ? [] : tags.split(' ')), [tags]);
  const namedFields = useMemo(() => namedFieldsOf(tree.nodes), [tree.nodes]);
  const chosenNode = chosen === null ? undefined : findNode(tree.nodes, chosen)?.node;
  const chosenName = chosenNode ? nameOf(chosenNode) : '';

  const turnTo = (change: { [Member in keyof DesignSearch]?: DesignSearch[Member] | undefined }) =>
    navigate({ search: (before) => definedOf({ ...before, ...change }), replace: true });
  useEffect(() => {
    void navigate({
      search: (before) => definedOf({ ...before, field: chosenName || undefined }),
      replace: true,
    });
  }, [chosenName, navigate]);

  const openProperties = useLatest(() => {
    turnTo({ pane: 'properties' });
    requestAnimationFrame(() => properties.current?.querySelector<HTMLElement>('textarea, input')?.focus());
  });
  const remove = useLatest((key: number) => {
    const node = findNode(tree.nodes, key)?.node;
    if (!node) return;
    tellStep(t('removed', { name: nameOf(node) || t('unnamed') }));
    act({ kind: 'remove', key });
  });
  const compare = useLatest(() => setComparing(true));
  const openDialog = useLatest((which: 'publish' | 'import') => turnTo({ dialog: which }));
  const download = useLatest(() => {
    const draft = { title: document.title, nodes: tree.nodes };
    void downloadDraft(workbook, draft).catch((problem) =>
      showNotification({ color: 'red', message: say(problem) }),
    );
  });
  const chooseNamed = useLatest((name: string) => {
    const found = [...walkNodes(tree.nodes)].find(({ node }) => nameOf(node) === name);
    if (found && found.node.key !== chosen) act({ kind: 'choose', key: found.node.key });
  });
  const goTo = ({ key, member }: DraftFault) => {
    turnTo({ pane: 'properties', dialog: undefined });
    act({ kind: 'choose', key });
    setTimeout(() => {
      const place = properties.current?.querySelector<HTMLElement>(
        `[id^="${CSS.escape(member.split('.')[0]!)}"]`,
      );
      (
        place ??
        properties.current?.querySelector<HTMLElement>(
          '[aria-invalid="true"], [data-faulty="true"] .cm-content',
        )
      )?.focus();
    });
  };

  useShortcut({ keys: 'mod+z', label: t('undo'), run: () => act({ kind: 'undo' }) });
  useShortcut({ keys: 'mod+y', label: t('redo'), run: () => act({ kind: 'redo' }) });
  useShortcut({ keys: 'p', label: t('publish'), run: () => turnTo({ dialog: 'publish' }) });
  useShortcut({
    keys: 'mod+s',
    label: t('saving'),
    run: () => void saver.flush().catch(() => {}),
  });

  const value: DesignerValue = useMemo(
    () => ({
      workbookId: workbook.id,
      tree,
      act,
      faults,
      namedFields,
      languages,
      onLanguages: setExtraLanguages,
    }),
    [workbook.id, tree, faults, namedFields, languages],
  );
  const faulty = useMemo(() => new Set(faults.flatMap(({ key }) => key ?? [])), [faults]);
  const title = document.title || workbook.title;

  return (
    <DesignerContext value={value}>
      <Page
        fills
        title={t('designOf', { title: workbook.title })}
        actions={
          <DesignerActions
            workbook={workbook}
            canUndo={history.past.length > 0}
            canRedo={history.future.length > 0}
            hasFields={tree.nodes.length > 0}
            saving={saving}
            onCompare={compare}
            onDialog={openDialog}
            onDownload={download}
            act={act}
          />
        }
      >
        <SegmentedControl
          className={classes.panes!}
          aria-label={t('panes')}
          fullWidth
          value={pane}
          onChange={(chosenPane) =>
            turnTo({ pane: chosenPane === 'fields' ? undefined : (chosenPane as Pane) })
          }
          data={PANES.map((each) => ({ value: each, label: t(each) }))}
        />
        <div className={classes.design} data-pane={pane}>
          <section className={classes.pane} data-pane="fields" aria-label={t('fields')}>
            <Group gap={4} justify="space-between" className={classes.bar!}>
              <Palette chosen={chosen} onAdded={openProperties} />
              <FieldToolbar chosen={chosen} onRemove={remove} />
            </Group>
            <div className={classes.scrolled}>
              <FieldTree chosen={chosen} faulty={faulty} onOpen={openProperties} onRemove={remove} />
            </div>
            <div className={classes.foot}>
              <Button size="compact-xs" variant="subtle" onClick={() => act({ kind: 'choose', key: null })}>
                {t('toWorkbook')}
              </Button>
              <FaultCount count={faults.length} />
            </div>
          </section>
          <section
            className={classes.pane}
            data-pane="properties"
            aria-label={t('properties')}
            ref={properties}
          >
            <div className={classes.scrolled} data-padded>
              {chosenNode ? (
                <FieldProperties node={chosenNode} />
              ) : (
                <>
                  <WorkbookProperties document={document} />
                  {faults.length > 0 && <FaultList onGo={goTo} />}
                </>
              )}
            </div>
          </section>
          <section className={classes.pane} data-pane="preview" aria-label={t('preview')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so by keys as well */}
            <div className={classes.scrolled} data-padded tabIndex={0}>
              <LivePreview
                title={title}
                examined={examined}
                languages={languages}
                chosen={chosenName || null}
                onChoose={chooseNamed}
              />
            </div>
          </section>
        </div>
        <PublishDialog
          isOpen={dialog === 'publish'}
          workbook={workbook}
          saver={saver}
          onGo={goTo}
          onClose={() => turnTo({ dialog: undefined })}
        />
        <ImportDialog
          isOpen={dialog === 'import'}
          onClose={() => turnTo({ dialog: undefined })}
          onTake={(fields) => {
            tellStep(t('didTake'));
            act({ kind: 'replace', document: { ...document, tree: plantFields(fields, tree.nextKey) } });
            turnTo({ dialog: undefined });
          }}
        />
        <ConflictDialog
          isOpen={isComparing}
          onClose={() => setComparing(false)}
          onKeepMine={(theirs) => {
            setComparing(false);
            saver.settle(theirs?.revision ?? null);
          }}
          onTakeTheirs={(theirs) => {
            setComparing(false);
            if (theirs === null) {
              drop();
              void navigate({ to: '/workbooks/$workbookId', params: { workbookId: workbook.id } });
              return;
            }
            const planted = documentOf(theirs);
            const taken = { ...planted, tree: plantFields(theirs.fields, tree.nextKey) };
            saver.settle(theirs.revision, taken);
            act({ kind: 'replace', document: taken });
          }}
        />
      </Page>
    </DesignerContext>
  );
};

/** Without what is undefined: an address says what is chosen, and nothing else. */
const definedOf = (
  search: { [Member in keyof DesignSearch]?: DesignSearch[Member] | undefined },
): DesignSearch => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

const FaultCount = ({ count }: { count: number }) => {
  const t = useDesignerWords();
  return (
    <Badge className={classes.count!} data-faulty={count > 0} tt="none">
      {count === 0 ? t('noFaults') : t('faults', { count })}
    </Badge>
  );
};
