import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { chartRecipe } from '#app/theme/recipes/charts.ts';

const Card = chakra('figure', chartRecipe);

interface ChartCardProps {
  readonly title: string;
  /** Summary in a sentence or two. */
  readonly about?: ReactNode;
  /** Id of the summary, if it describes the picture. */
  readonly aboutId?: string;
  readonly children: ReactNode;
}

export function ChartCard({ title, about, aboutId, children }: ChartCardProps) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        {about && <p id={aboutId}>{about}</p>}
      </figcaption>
      {children}
    </Card>
  );
}
