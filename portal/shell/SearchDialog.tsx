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

type Props = { onClose: () => void; onShortcuts: () => void };

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
  const { t: tGeneral } = useTranslation('general');
  const listId = useId();
  const [typedText, setTypedText] = useState('');
  const text = typedText.trim();
  const [debouncedText] = useDebouncedValue(text, DEBOUNCE_MS);
  const isOutdated = text !== debouncedText;
  const results = useSearchResults(debouncedText);
  const commandGroups = filterGroups(useCommands(onShortcuts), text);
  const resultGroups = useResultGroups(isOutdated ? [] : results.groups);
  const groups = [...commandGroups, ...resultGroups];
  const options = groups.flatMap((group) => group.options);
  const [activeOption, setActiveOption] = useActiveOption(options, text);
  const isSearching = results.isEnabled && (isOutdated || results.isFetching);

  const activeDomId = activeOption && createDomId(listId, activeOption.id);
  useEffect(() => {
    if (activeDomId) document.getElementById(activeDomId)?.scrollIntoView({ block: 'nearest' });
  }, [activeDomId]);

  const selectOption = (option: SearchOption) => {
    onClose();
    option.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    // An input method editor uses these keys to select characters.
    if (event.nativeEvent.isComposing) return;
    const index = activeOption ? options.indexOf(activeOption) : -1;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') onClose();
    else if (!activeOption) return;
    else if (event.key === 'ArrowDown') setActiveOption(options.at((index + 1) % options.length)!.id);
    else if (event.key === 'ArrowUp') setActiveOption(options.at(index - 1)!.id);
    else if (event.key === 'Enter') selectOption(activeOption);
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
          placeholder={tGeneral('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typedText}
          onChange={(event) => setTypedText(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
        <Modal.CloseButton aria-label={tGeneral('close')} />
      </div>
      {options.length > 0 && (
        <SearchOptions
          id={listId}
          label={t('find')}
          groups={groups}
          activeId={activeOption?.id}
          onActivate={setActiveOption}
          onSelect={selectOption}
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

type SearchStatusProps = { text: string; count: number; isSearching: boolean };

/** Visible while searching or if nothing was found. Otherwise, it only tells screen readers the number of results. */
const SearchStatus = ({ text, count, isSearching }: SearchStatusProps) => {
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
  return groups.map(({ name, icon, results, allMatchesLink }) => ({
    name: t(name),
    options: [
      ...results.map(({ id, label, description, destination }) => ({
        id: `${name} ${id}`,
        label,
        description,
        icon,
        run: () => void router.navigate(destination),
      })),
      ...(allMatchesLink
        ? [
            {
              id: `all ${name}`,
              label: t('showAllIn', { page: t(name) }),
              icon: IconArrowRight,
              run: () => void router.navigate(allMatchesLink),
            },
          ]
        : []),
    ],
  }));
};

/** Keeps the same option active when results are inserted above it, so that Enter opens the expected one. */
const useActiveOption = (options: readonly SearchOption[], text: string) => {
  const [activation, setActivation] = useState<{ id: string; text: string }>();
  const option = activation?.text === text ? options.find(({ id }) => id === activation.id) : undefined;
  const [firstOption] = options;
  if (!option && firstOption) setActivation({ id: firstOption.id, text });
  const activate = (id: string) => {
    if (id !== option?.id) setActivation({ id, text });
  };
  return [option ?? firstOption, activate] as const;
};
