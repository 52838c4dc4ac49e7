import { SingleFilter, type SingleFilterProps } from '#portal/ui/SingleFilter.tsx';
import { useTeams } from './use-teams.ts';

/** Loads the teams, so render it only for users who may read them. */
export const TeamFilter = (filter: SingleFilterProps) => <SingleFilter {...filter} options={useTeams()} />;
