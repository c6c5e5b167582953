package main

import (
	"math/rand/v2"
	"testing"
)

func TestAnAnswerIsAnOption(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for optionCount := 1; optionCount < 50; optionCount++ {
		if option := pick(random, optionCount); option < 0 || option >= optionCount {
			t.Errorf("option %d of %d", option, optionCount)
		}
	}
}
