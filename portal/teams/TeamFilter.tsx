import { SingleFilter, type SingleFilterProps } from '#portal/ui/SingleFilter.tsx';
import { useTeams } from './use-teams.ts';

/** Loads the teams: render it only for users who have permission to read teams. */
export const TeamFilter = (filter: SingleFilterProps) => <SingleFilter {...filter} options={useTeams()} />;
