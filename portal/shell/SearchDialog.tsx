import { Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconArrowRight, IconSearch } from '#kit/icons/icons.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './SearchDialog.module.css';
import { createDomId, type SearchOption, type SearchOptionGroup, SearchOptions } from './SearchOptions.tsx';
import { useCommands } from './use-commands.ts';
import { useSearchResults } from './use-search-results.ts';

const DEBOUNCE_MS = 200;

type Props = {
  onClose: () => void;
  onShortcuts: () => void;
};

export const SearchDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => {
  const { t } = useTranslation('shell');
  return (
    <Modal.Root opened={isOpen} onClose={props.onClose} size={640} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('find')}>
        <Search {...props} />
      </Modal.Content>
    </Modal.Root>
  );
};

const Search = ({ onClose, onShortcuts }: Props) => {
  const { t } = useTranslation('shell');
  const { t: general } = useTranslation('general');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [debouncedText] = useDebouncedValue(text, DEBOUNCE_MS);
  const isOutdated = text !== debouncedText;
  const results = useSearchResults(debouncedText);
  const commands = filterGroups(useCommands(onShortcuts), text);
  const resultGroups = useResultGroups(isOutdated ? [] : results.groups);
  const groups = [...commands, ...resultGroups];
  const options = groups.flatMap((group) => group.options);
  const [active, setActive] = useActiveOption(options, text);
  const isSearching = results.isEnabled && (isOutdated || results.isFetching);

  const activeDomId = active && createDomId(listId, active.id);
  useEffect(() => {
    if (activeDomId) document.getElementById(activeDomId)?.scrollIntoView({ block: 'nearest' });
  }, [activeDomId]);

  const select = (option: SearchOption) => {
    onClose();
    option.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    // An input method uses these keys to select characters.
    if (event.nativeEvent.isComposing) return;
    const index = active ? options.indexOf(active) : -1;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') onClose();
    else if (!active) return;
    else if (event.key === 'ArrowDown') setActive(options.at((index + 1) % options.length)!.id);
    else if (event.key === 'ArrowUp') setActive(options.at(index - 1)!.id);
    else if (event.key === 'Enter') select(active);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.field}>
        <TextInput
          data-autofocus
          variant="unstyled"
          size="md"
          flex={1}
          role="combobox"
          aria-label={t('find')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={activeDomId}
          autoComplete="off"
          spellCheck={false}
          maxLength={256}
          placeholder={general('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
        <Modal.CloseButton aria-label={general('close')} />
      </div>
      {options.length > 0 && (
        <SearchOptions
          id={listId}
          label={t('find')}
          groups={groups}
          activeId={active?.id}
          onActivate={setActive}
          onSelect={select}
        />
      )}
      <SearchStatus text={text} count={options.length} isSearching={isSearching} />
      {results.problem && !isOutdated && (
        <div className={classes.problem}>
          <ProblemNote problem={results.problem} onRetry={results.retry} />
        </div>
      )}
    </>
  );
};

/** Visible while searching and if nothing was found; otherwise, only screen readers get the result count. */
const SearchStatus = ({
  text,
  count,
  isSearching,
}: {
  text: string;
  count: number;
  isSearching: boolean;
}) => {
  const { t } = useTranslation('shell');
  const message = isSearching
    ? t('searching')
    : count === 0
      ? t('noResults', { text })
      : text !== '' && t('results', { count });
  const isVisible = isSearching || count === 0;
  return (
    <div role="status">
      {isVisible ? (
        <DimmedText className={classes.status}>{message}</DimmedText>
      ) : (
        <VisuallyHidden>{message}</VisuallyHidden>
      )}
    </div>
  );
};

const filterGroups = (groups: readonly SearchOptionGroup[], text: string): SearchOptionGroup[] => {
  const words = text.toLowerCase().split(/\s+/);
  return groups
    .map(({ name, options }) => ({
      name,
      options: options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))),
    }))
    .filter(({ options }) => options.length > 0);
};

const useResultGroups = (groups: ReturnType<typeof useSearchResults>['groups']): SearchOptionGroup[] => {
  const { t } = useTranslation('shell');
  const router = useRouter();
  return groups.map(({ name, icon, results, allMatches }) => ({
    name: t(name),
    options: [
      ...results.map(({ id, label, description, destination }) => ({
        id: `${name} ${id}`,
        label,
        description,
        icon,
        run: () => void router.navigate(destination),
      })),
      ...(allMatches
        ? [
            {
              id: `all ${name}`,
              label: t('showAllIn', { page: t(name) }),
              icon: IconArrowRight,
              run: () => void router.navigate(allMatches),
            },
          ]
        : []),
    ],
  }));
};

/** Keeps the same option active when results arrive above itso that Enter opens what the user meant. */
const useActiveOption = (options: readonly SearchOption[], text: string) => {
  const [active, setActive] = useState<{ id: string; text: string }>();
  const option = active?.text === text ? options.find(({ id }) => id === active.id) : undefined;
  const [first] = options;
  if (!option && first) setActive({ id: first.id, text });
  const activate = (id: string) => {
    if (id !== option?.id) setActive({ id, text });
  };
  return [option ?? first, activate] as const;
};
