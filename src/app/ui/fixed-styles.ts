import { chakra, type RecipeDefinition } from '@chakra-ui/react';
import type { ComponentProps, ComponentType, ElementType } from 'react';

/**
 * Returns a component with the styles of a recipe, which the build compiles to a class (decision 111). It takes no
 * style properties, so that properties which are only known at run time may be spread on it.
 */
export const fixedStyles = <Of extends ElementType>(
  component: Of,
  recipe: RecipeDefinition,
): ComponentType<ComponentProps<Of>> => chakra(component, recipe) as ComponentType<ComponentProps<Of>>;
