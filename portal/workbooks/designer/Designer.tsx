import { Badge, Button, Group, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { Page } from '#portal/ui/Page.tsx';
import { withoutUndefined } from '#portal/ui/search-values.ts';
import {
  type DraftDocument,
  designReducer,
  startDesign,
  toDraftDocument,
} from '#portal/workbooks/model/design.ts';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import type { SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { buildTree, findNode, nameOf, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { listLanguages } from '#portal/workbooks/model/local-texts.ts';
import { downloadDraft } from '#portal/workbooks/xlsform/download-draft.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import classes from './Designer.module.css';
import { DesignerActions } from './DesignerActions.tsx';
import { type DesignSearch, PANES, type Pane } from './design-search.ts';
import { DesignerContext, type DesignerValue } from './designer-context.ts';
import { ErrorList } from './ErrorList.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { FieldToolbar } from './FieldToolbar.tsx';
import { FieldTree } from './FieldTree.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LivePreview } from './LivePreview.tsx';
import { listNamedFields } from './named-fields.ts';
import { Palette } from './Palette.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { useDraftErrors } from './use-draft-errors.ts';
import { useDraftSaving } from './use-draft-saving.ts';
import { useLatest } from './use-latest.ts';
import { useUndoNotification } from './use-undo-notification.tsx';
import { useValidatedDraft } from './use-validated-draft.ts';
import { WorkbookProperties } from './WorkbookProperties.tsx';

const route = getRouteApi('/workbooks/$workbookId/design');

type Props = { workbook: WorkbookDetails; initial: SaveStatus; document: DraftDocument };

export const Designer = ({ workbook, initial, document: initialDocument }: Props) => {
  const { t } = useTranslation('designer');
  const { field, pane = 'fields', dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const notifyProblem = useNotifyProblem();
  const [design, dispatch] = useReducer(designReducer, undefined, () => startDesign(initialDocument, field));
  const { history, selected } = design;
  const document = history.present;
  const { tree } = document;
  const { saveStatus, saver, discard } = useDraftSaving(workbook.id, initial, document);
  const validated = useValidatedDraft(tree.nodes);
  const errors = useDraftErrors(validated, saveStatus);
  const [isComparing, setComparing] = useState(initial.state === 'conflict');
  const [extraLanguages, setExtraLanguages] = useState<string[]>([]);
  const announceStep = useUndoNotification(document, () => dispatch({ kind: 'undo' }));
  const properties = useRef<HTMLDivElement>(null);

  const tags = [...new Set([...listLanguages(tree.nodes), ...extraLanguages])].join(' ');
  const languages = useMemo(() => (tags === '' ? [] : tags.split(' ')), [tags]);
  const namedFields = useMemo(() => listNamedFields(tree.nodes), [tree.nodes]);
  const selectedNode = selected === null ? undefined : findNode(tree.nodes, selected)?.node;
  const selectedName = selectedNode ? nameOf(selectedNode) : '';

  const updateSearch = (change: { [Key in keyof DesignSearch]?: DesignSearch[Key] | undefined }) =>
    navigate({
      search: (search) => withoutUndefined({ ...search, ...change } as DesignSearch),
      replace: true,
    });
  useEffect(() => {
    void navigate({
      search: (search) => withoutUndefined({ ...search, field: selectedName || undefined } as DesignSearch),
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
    announceStep(t('fieldDeleted', { name: nameOf(node) || t('unnamed') }));
    dispatch({ kind: 'remove', key });
  });
  const compare = useLatest(() => setComparing(true));
  const openDialog = useLatest((opened: 'publish' | 'import') => updateSearch({ dialog: opened }));
  const download = useLatest(() => {
    const draft = { title: document.title, nodes: tree.nodes };
    void downloadDraft(workbook, draft).catch((problem) => notifyProblem(problem));
  });
  const selectByName = useLatest((name: string) => {
    const match = [...walkNodes(tree.nodes)].find(({ node }) => nameOf(node) === name);
    if (match && match.node.key !== selected) dispatch({ kind: 'select', key: match.node.key });
  });
  const showError = ({ key, property }: DraftError) => {
    updateSearch({ pane: 'properties', dialog: undefined });
    dispatch({ kind: 'select', key });
    setTimeout(() => {
      const find = (selector: string) => properties.current?.querySelector<HTMLElement>(selector);
      const input = find(`[id^="${CSS.escape(property.split('.')[0]!)}"]`);
      (input ?? find('[aria-invalid="true"], [data-invalid="true"] .cm-content'))?.focus();
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
      onLanguagesChange: setExtraLanguages,
    }),
    [workbook.id, tree, errors, namedFields, languages],
  );
  const invalidKeys = useMemo(() => new Set(errors.flatMap(({ key }) => key ?? [])), [errors]);
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
            saveStatus={saveStatus}
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
          onChange={(selectedPane) =>
            updateSearch({ pane: selectedPane === 'fields' ? undefined : (selectedPane as Pane) })
          }
          data={PANES.map((value) => ({ value, label: t(value) }))}
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
                invalidKeys={invalidKeys}
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
                  {errors.length > 0 && <ErrorList onSelect={showError} />}
                </>
              )}
            </div>
          </section>
          <section className={classes.pane} data-pane="preview" aria-label={t('preview')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element needs to be focusable for keyboard users */}
            <div className={classes.scrolled} data-padded tabIndex={0}>
              <LivePreview
                title={title}
                validated={validated}
                languages={languages}
                selected={selectedName || null}
                onSelect={selectByName}
              />
            </div>
          </section>
        </div>
        <PublishDialog
          isOpen={dialog === 'publish'}
          workbook={workbook}
          saver={saver}
          onSelectError={showError}
          onClose={() => updateSearch({ dialog: undefined })}
        />
        <ImportDialog
          isOpen={dialog === 'import'}
          onClose={() => updateSearch({ dialog: undefined })}
          onImport={(fields) => {
            announceStep(t('formImported'));
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
              discard();
              void navigate({ to: '/workbooks/$workbookId', params: { workbookId: workbook.id } });
              return;
            }
            const theirDocument = {
              ...toDraftDocument(theirs),
              tree: buildTree(theirs.fields, tree.nextKey),
            };
            saver.resolveConflict(theirs.revision, theirDocument);
            dispatch({ kind: 'replace', document: theirDocument });
          }}
        />
      </Page>
    </DesignerContext>
  );
};

const ErrorCount = ({ count }: { count: number }) => {
  const { t } = useTranslation('designer');
  return (
    <Badge className={classes.count!} data-invalid={count > 0} tt="none">
      {count === 0 ? t('noErrors') : t('errors', { count })}
    </Badge>
  );
};
