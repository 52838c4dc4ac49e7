import { Badge, Button, Group, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
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
import { DesignerContext, type DesignerContextValue } from './designer-context.ts';
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

type Props = { workbook: WorkbookDetails; initialStatus: SaveStatus; document: DraftDocument };

export const Designer = ({ workbook, initialStatus, document: initialDocument }: Props) => {
  const { t } = useTranslation('designer');
  const { field, pane = 'fields', dialog } = route.useSearch();
  const navigate = route.useNavigate();
  const notifyProblem = useNotifyProblem();
  const [design, dispatch] = useReducer(designReducer, undefined, () => startDesign(initialDocument, field));
  const { history, selectedKey } = design;
  const document = history.present;
  const { tree } = document;
  const { saveStatus, saver, discard } = useDraftSaving(workbook.id, initialStatus, document);
  const validatedDraft = useValidatedDraft(tree.nodes);
  const errors = useDraftErrors(validatedDraft, saveStatus);
  const [isComparing, setComparing] = useState(initialStatus.state === 'conflict');
  const [extraLanguages, setExtraLanguages] = useState<string[]>([]);
  const announceStep = useUndoNotification(document, () => dispatch({ kind: 'undo' }));
  const propertiesPane = useRef<HTMLDivElement>(null);

  // Joining and splitting the tags keeps the array's identity until the languages change.
  const joinedTags = [...new Set([...listLanguages(tree.nodes), ...extraLanguages])].join(' ');
  const languages = useMemo(() => (joinedTags === '' ? [] : joinedTags.split(' ')), [joinedTags]);
  const namedFields = useMemo(() => listNamedFields(tree.nodes), [tree.nodes]);
  const selectedNode = selectedKey === null ? undefined : findNode(tree.nodes, selectedKey)?.node;
  const selectedName = selectedNode ? nameOf(selectedNode) : '';

  const updateSearch = useCallback(
    (changes: { [Key in keyof DesignSearch]?: DesignSearch[Key] | undefined }) =>
      navigate({
        search: (search) => withoutUndefined({ ...search, ...changes } as DesignSearch),
        replace: true,
      }),
    [navigate],
  );
  useEffect(() => void updateSearch({ field: selectedName || undefined }), [selectedName, updateSearch]);

  const openProperties = useLatest(() => {
    updateSearch({ pane: 'properties' });
    requestAnimationFrame(() =>
      propertiesPane.current?.querySelector<HTMLElement>('textarea, input')?.focus(),
    );
  });
  const remove = useLatest((key: number) => {
    const node = findNode(tree.nodes, key)?.node;
    if (!node) return;
    announceStep(t('fieldDeleted', { name: nameOf(node) || t('unnamed') }));
    dispatch({ kind: 'remove', key });
  });
  const openComparison = useLatest(() => setComparing(true));
  const openDialog = useLatest((name: 'publish' | 'import') => updateSearch({ dialog: name }));
  const download = useLatest(() => {
    downloadDraft(workbook, { title: document.title, nodes: tree.nodes }).catch(notifyProblem);
  });
  const selectByName = useLatest((name: string) => {
    const node = [...walkNodes(tree.nodes)].find((candidate) => nameOf(candidate) === name);
    if (node && node.key !== selectedKey) dispatch({ kind: 'select', key: node.key });
  });
  const showError = ({ key, property }: DraftError) => {
    updateSearch({ pane: 'properties', dialog: undefined });
    dispatch({ kind: 'select', key });
    setTimeout(() => {
      const findElement = (selector: string) => propertiesPane.current?.querySelector<HTMLElement>(selector);
      const input = findElement(`[id^="${CSS.escape(property.split('.')[0]!)}"]`);
      (input ?? findElement('[aria-invalid="true"], [data-invalid="true"] .cm-content'))?.focus();
    });
  };

  useShortcut({ keys: 'mod+z', label: t('undo'), run: () => dispatch({ kind: 'undo' }) });
  useShortcut({ keys: 'mod+y', label: t('redo'), run: () => dispatch({ kind: 'redo' }) });
  useShortcut({ keys: 'p', label: t('publish'), run: () => updateSearch({ dialog: 'publish' }) });
  useShortcut({ keys: 'mod+s', label: t('saving'), run: () => void saver.flush().catch(() => {}) });

  const contextValue: DesignerContextValue = useMemo(
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
    <DesignerContext value={contextValue}>
      <Page
        isFullHeight
        title={t('designOf', { title: workbook.title })}
        actions={
          <DesignerActions
            workbook={workbook}
            canUndo={history.past.length > 0}
            canRedo={history.future.length > 0}
            hasFields={tree.nodes.length > 0}
            saveStatus={saveStatus}
            onCompare={openComparison}
            onOpenDialog={openDialog}
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
              <Palette selectedKey={selectedKey} onAdd={openProperties} />
              <FieldToolbar selectedKey={selectedKey} onRemove={remove} />
            </Group>
            <div className={classes.scrolled}>
              <FieldTree
                selectedKey={selectedKey}
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
              <Badge className={classes.count!} data-invalid={errors.length > 0} tt="none">
                {errors.length === 0 ? t('noErrors') : t('errors', { count: errors.length })}
              </Badge>
            </div>
          </section>
          <section
            className={classes.pane}
            data-pane="properties"
            aria-label={t('properties')}
            ref={propertiesPane}
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
                validatedDraft={validatedDraft}
                languages={languages}
                selectedName={selectedName || null}
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
          onKeepMine={(theirDraft) => {
            setComparing(false);
            saver.resolveConflict(theirDraft?.revision ?? null);
          }}
          onUseTheirs={(theirDraft) => {
            setComparing(false);
            if (theirDraft === null) {
              discard();
              void navigate({ to: '/workbooks/$workbookId', params: { workbookId: workbook.id } });
              return;
            }
            const theirDocument = {
              ...toDraftDocument(theirDraft),
              tree: buildTree(theirDraft.fields, tree.nextKey),
            };
            saver.resolveConflict(theirDraft.revision, theirDocument);
            dispatch({ kind: 'replace', document: theirDocument });
          }}
        />
      </Page>
    </DesignerContext>
  );
};
