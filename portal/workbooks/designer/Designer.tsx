import { Badge, Button, Group, SegmentedControl } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { Page } from '#portal/ui/Page.tsx';
import {
  type DraftDocument,
  designReducer,
  documentOf,
  startDesign,
} from '#portal/workbooks/model/design.ts';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import { buildTree, findNode, nameOf, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { languagesOf } from '#portal/workbooks/model/local-texts.ts';
import { type DesignSearch, PANES, type Pane } from '#portal/workbooks/model/workbook-search.ts';
import { downloadDraft } from '#portal/workbooks/xlsform/download-draft.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import classes from './Designer.module.css';
import { DesignerActions } from './DesignerActions.tsx';
import { DesignerContext, type DesignerValue } from './designer-context.ts';
import { ErrorList } from './ErrorList.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { FieldToolbar } from './FieldToolbar.tsx';
import { FieldTree } from './FieldTree.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LivePreview } from './LivePreview.tsx';
import { namedFieldsOf } from './named-fields.ts';
import { Palette } from './Palette.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useDraftErrors } from './use-draft-errors.ts';
import { useDraftSaving } from './use-draft-saving.ts';
import { useLatest } from './use-latest.ts';
import { useUndoNotification } from './use-undo-notification.tsx';
import { useValidatedDraft } from './use-validated-draft.ts';
import { WorkbookProperties } from './WorkbookProperties.tsx';

const route = getRouteApi('/workbooks/$workbookId/design');

type Props = { workbook: WorkbookDetails; start: Saving; document: DraftDocument };

/** The workbook editor: fields, properties of the selected field, and a preview on a phone. */
export const Designer = ({ workbook, start, document: first }: Props) => {
  const { t } = useTranslation('designer');
  const { field, pane = 'fields', dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const say = useProblemText();
  const [design, dispatch] = useReducer(designReducer, undefined, () => startDesign(first, field));
  const { history, selected } = design;
  const document = history.present;
  const { tree } = document;
  const { saving, saver, drop } = useDraftSaving(workbook.id, start, document);
  const examined = useValidatedDraft(tree.nodes);
  const errors = useDraftErrors(examined, saving);
  const [isComparing, setComparing] = useState(start.state === 'conflict');
  const [extraLanguages, setExtraLanguages] = useState<string[]>([]);
  const notifyStep = useUndoNotification(document, () => dispatch({ kind: 'undo' }));
  const properties = useRef<HTMLDivElement>(null);

  const tags = [...new Set([...languagesOf(tree.nodes), ...extraLanguages])].join(' ');
  const languages = useMemo(() => (tags === '' ? [] : tags.split(' ')), [tags]);
  const namedFields = useMemo(() => namedFieldsOf(tree.nodes), [tree.nodes]);
  const selectedNode = selected === null ? undefined : findNode(tree.nodes, selected)?.node;
  const selectedName = selectedNode ? nameOf(selectedNode) : '';

  const updateSearch = (change: { [Member in keyof DesignSearch]?: DesignSearch[Member] | undefined }) =>
    navigate({ search: (before) => definedOf({ ...before, ...change }), replace: true });
  useEffect(() => {
    void navigate({
      search: (before) => definedOf({ ...before, field: selectedName || undefined }),
      replace: true,
    });
  }, [selectedName, navigate]);

  const openProperties = useLatest(() => {
    updateSearch({ pane: 'properties' });
    requestAnimationFrame(() => properties.current?.querySelector<HTMLElement>('textarea, input')?.focus());
  });
  const remove = useLatest((key: number) => {
    const node = findNode(tree.nodes, key)?.node;
    if (!node) return;
    notifyStep(t('removed', { name: nameOf(node) || t('unnamed') }));
    dispatch({ kind: 'remove', key });
  });
  const compare = useLatest(() => setComparing(true));
  const openDialog = useLatest((which: 'publish' | 'import') => updateSearch({ dialog: which }));
  const download = useLatest(() => {
    const draft = { title: document.title, nodes: tree.nodes };
    void downloadDraft(workbook, draft).catch((problem) =>
      showNotification({ color: 'red', message: say(problem) }),
    );
  });
  const chooseNamed = useLatest((name: string) => {
    const found = [...walkNodes(tree.nodes)].find(({ node }) => nameOf(node) === name);
    if (found && found.node.key !== selected) dispatch({ kind: 'select', key: found.node.key });
  });
  const goTo = ({ key, member }: DraftError) => {
    updateSearch({ pane: 'properties', dialog: undefined });
    dispatch({ kind: 'select', key });
    setTimeout(() => {
      const place = properties.current?.querySelector<HTMLElement>(
        `[id^="${CSS.escape(member.split('.')[0]!)}"]`,
      );
      (
        place ??
        properties.current?.querySelector<HTMLElement>(
          '[aria-invalid="true"], [data-invalid="true"] .cm-content',
        )
      )?.focus();
    });
  };

  useShortcut({ keys: 'mod+z', label: t('undo'), run: () => dispatch({ kind: 'undo' }) });
  useShortcut({ keys: 'mod+y', label: t('redo'), run: () => dispatch({ kind: 'redo' }) });
  useShortcut({ keys: 'p', label: t('publish'), run: () => updateSearch({ dialog: 'publish' }) });
  useShortcut({
    keys: 'mod+s',
    label: t('saving'),
    run: () => void saver.flush().catch(() => {}),
  });

  const value: DesignerValue = useMemo(
    () => ({
      workbookId: workbook.id,
      tree,
      dispatch,
      errors,
      namedFields,
      languages,
      onLanguages: setExtraLanguages,
    }),
    [workbook.id, tree, errors, namedFields, languages],
  );
  const invalid = useMemo(() => new Set(errors.flatMap(({ key }) => key ?? [])), [errors]);
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
            dispatch={dispatch}
          />
        }
      >
        <SegmentedControl
          className={classes.panes!}
          aria-label={t('panes')}
          fullWidth
          value={pane}
          onChange={(chosenPane) =>
            updateSearch({ pane: chosenPane === 'fields' ? undefined : (chosenPane as Pane) })
          }
          data={PANES.map((each) => ({ value: each, label: t(each) }))}
        />
        <div className={classes.design} data-pane={pane}>
          <section className={classes.pane} data-pane="fields" aria-label={t('fields')}>
            <Group gap={4} justify="space-between" className={classes.bar!}>
              <Palette selected={selected} onAdded={openProperties} />
              <FieldToolbar selected={selected} onRemove={remove} />
            </Group>
            <div className={classes.scrolled}>
              <FieldTree
                selected={selected}
                invalidKeys={invalid}
                onOpen={openProperties}
                onRemove={remove}
              />
            </div>
            <div className={classes.foot}>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => dispatch({ kind: 'select', key: null })}
              >
                {t('versionDetails')}
              </Button>
              <ErrorCount count={errors.length} />
            </div>
          </section>
          <section
            className={classes.pane}
            data-pane="properties"
            aria-label={t('properties')}
            ref={properties}
          >
            <div className={classes.scrolled} data-padded>
              {selectedNode ? (
                <FieldProperties node={selectedNode} />
              ) : (
                <>
                  <WorkbookProperties document={document} />
                  {errors.length > 0 && <ErrorList onGo={goTo} />}
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
                selected={selectedName || null}
                onSelect={chooseNamed}
              />
            </div>
          </section>
        </div>
        <PublishDialog
          isOpen={dialog === 'publish'}
          workbook={workbook}
          saver={saver}
          onGo={goTo}
          onClose={() => updateSearch({ dialog: undefined })}
        />
        <ImportDialog
          isOpen={dialog === 'import'}
          onClose={() => updateSearch({ dialog: undefined })}
          onImport={(fields) => {
            notifyStep(t('didImport'));
            dispatch({ kind: 'replace', document: { ...document, tree: buildTree(fields, tree.nextKey) } });
            updateSearch({ dialog: undefined });
          }}
        />
        <ConflictDialog
          isOpen={isComparing}
          onClose={() => setComparing(false)}
          onKeepMine={(theirs) => {
            setComparing(false);
            saver.resolveConflict(theirs?.revision ?? null);
          }}
          onUseTheirs={(theirs) => {
            setComparing(false);
            if (theirs === null) {
              drop();
              void navigate({ to: '/workbooks/$workbookId', params: { workbookId: workbook.id } });
              return;
            }
            const loaded = documentOf(theirs);
            const theirDocument = { ...loaded, tree: buildTree(theirs.fields, tree.nextKey) };
            saver.resolveConflict(theirs.revision, theirDocument);
            dispatch({ kind: 'replace', document: theirDocument });
          }}
        />
      </Page>
    </DesignerContext>
  );
};

/** The search parameters without undefined members. */
const definedOf = (
  search: { [Member in keyof DesignSearch]?: DesignSearch[Member] | undefined },
): DesignSearch => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

const ErrorCount = ({ count }: { count: number }) => {
  const { t } = useTranslation('designer');
  return (
    <Badge className={classes.count!} data-invalid={count > 0} tt="none">
      {count === 0 ? t('noErrors') : t('errors', { count })}
    </Badge>
  );
};
