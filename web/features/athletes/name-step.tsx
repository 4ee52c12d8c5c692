import { type FormEvent, useState } from 'react';
import { newAthlete } from '#contract/endpoints/athletes.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/text-field.tsx';

export type AthleteName = { name: string; teamName: string };

type NameStepProps = { start: AthleteName; teams: readonly string[]; onDone: (named: AthleteName) => void };

const { name: nameRule, team_name: teamRule } = newAthlete.shape;

export function NameStep({ start, teams, onDone }: NameStepProps) {
  const [name, setName] = useState(start.name);
  const [teamName, setTeamName] = useState(start.teamName);
  const [isChecked, setIsChecked] = useState(false);
  const nameProblem = isChecked ? nameRule.safeParse(name).error?.issues[0]?.message : undefined;
  const teamProblem = isChecked ? teamRule.safeParse(teamName).error?.issues[0]?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (nameRule.safeParse(name).success && teamRule.safeParse(teamName).success) {
      onDone({ name: name.trim(), teamName: teamName.trim() });
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        label="First name"
        autoComplete="off"
        autoCapitalize="words"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={nameProblem}
        hint="Other customers never see this."
      />
      <div className="grid gap-2.5">
        <TextField
          label="Team"
          optional
          autoComplete="off"
          value={teamName}
          onChange={(event) => setTeamName(event.target.value)}
          error={teamProblem}
        />
        {teams.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
          <div role="group" aria-label="Teams you follow" className="flex flex-wrap gap-2">
            {teams.map((team) => (
              <button
                key={team}
                type="button"
                aria-pressed={team === teamName}
                onClick={() => setTeamName(team === teamName ? '' : team)}
                className="min-h-11 rounded-full px-4 text-left text-14 font-[650] text-ink shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-sunk aria-pressed:bg-ink aria-pressed:text-bg"
              >
                {team}
              </button>
            ))}
          </div>
        )}
      </div>
      <Button type="submit" className="h-[54px]! text-16!">
        Continue
      </Button>
    </form>
  );
}
