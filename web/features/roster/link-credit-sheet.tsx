import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { SelectField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { refreshRoster, rosterQuery } from './roster.query.ts';

/** Says who is meant by a name that photos credit. */
export function LinkCreditSheet({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: people = [] } = useQuery(rosterQuery);
  const [id, setId] = useState('');
  const link = useMutation({
    mutationFn: () =>
      callApi(rosterEndpoints.linkCreditedName, { params: { id: Number(id) }, body: { name } }),
    onSuccess: async (person) => {
      await refreshRoster(queryClient);
      toast(`“${name}” now means ${person.name}`);
      onClose();
    },
  });
  return (
    <FormSheet
      title={`Who is “${name}”?`}
      description="Photos with this credit count for this person. Sales so far keep their rate."
      submitLabel="Link"
      isBusy={link.isPending}
      failure={link.error ? messageOf(link.error) : undefined}
      onSubmit={() => id && link.mutate()}
      onClose={onClose}
    >
      <SelectField label="Photographer" value={id} onChange={({ target }) => setId(target.value)}>
        <option value="">Choose somebody</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </SelectField>
    </FormSheet>
  );
}
